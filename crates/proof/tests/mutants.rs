//! Real certificates with something changed. Where the change is sealed with right checksums it is the meaning that is
//! tested: both checkers agree on every mutant, hardly any is accepted, and none that says what is not so.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::forge::{Block, file};
use common::{Chance, certify, certify_value, position, reread, verdict_of_file};
use provenum_game::{Claim, Parameters, Player};
use provenum_games::{Connect4, Graph, Mnk, Random};
use provenum_proof::{Certificate, ProofKind, Records, Section, Subject};
use provenum_search::Limits;
use std::collections::BTreeMap;

/// A certificate, with what its position is worth to the first player.
struct Original {
    certificate: Certificate,
    worth: i32,
}

/// Certificates of both kinds, of trees, of graphs with cycles, of games; with and without alternating levels.
fn originals() -> Vec<Original> {
    let mut originals = Vec::new();
    let games = [("3x3x3", "", 0), ("4x3x3", "b2", 1), ("3x3x3", "a1 b1", 1)];
    for (size, text, worth) in games {
        let (game, root) = position::<Mnk>(&[("size", size)], text);
        originals.push(Original { certificate: certify_value("pn", &game, &root), worth });
    }
    let (game, root) = position::<Connect4>(&[("size", "4x4")], "112");
    originals.push(Original { certificate: certify_value("pn", &game, &root), worth: 0 });
    for seed in 0..120 {
        let alternate = if seed % 2 == 0 { "yes" } else { "no" };
        let shape = ["branching=3", "shared=0.3 branching=3", "shared=0.2 back=0.2 branching=4"][seed % 3];
        let text = format!("seed={seed} nodes=200 success=0.5 alternate={alternate} {shape}");
        let (game, root) = position::<Random>(&[], &text);
        let claim = Claim::win(Player::First);
        let certificate = certify("oracle", &game, &root, claim, &Limits::default()).unwrap();
        let worth = if certificate.sections[0].kind == ProofKind::Strategy { 1 } else { -1 };
        // What a leaf at the root says needs no list, and nothing can be wrong with a list that is not there.
        if certificate.positions() > 5 {
            originals.push(Original { certificate, worth });
        }
    }
    originals
}

type Record = (Vec<u8>, Option<u32>, u32);
type Mutation = fn(&mut Certificate, &mut Chance);

/// Changes the list of a section.
fn edit(certificate: &mut Certificate, chance: &mut Chance, change: fn(&mut Vec<Record>, usize, &mut Chance)) {
    let sections = certificate.sections.len();
    let section = &mut certificate.sections[chance.below(sections)];
    let mut list: Vec<Record> = section.records.iter().map(|r| (r.code.to_vec(), r.choice, r.rank)).collect();
    if !list.is_empty() {
        let place = chance.below(list.len());
        change(&mut list, place, chance);
    }
    section.records = list.into_iter().collect();
}

/// Moves a number up or down, mostly by one.
fn nudge(number: u32, chance: &mut Chance) -> u32 {
    let by = *chance.pick(&[1, 1, 1, 2, 5]);
    if chance.below(2) == 0 { number.wrapping_add(by) } else { number.wrapping_sub(by) }
}

/// Everything that is done to a certificate.
const MUTATIONS: &[(&str, Mutation)] = &[
    ("a record dropped", |c, chance| edit(c, chance, |list, place, _| _ = list.remove(place))),
    ("half of the records dropped", |c, chance| {
        edit(c, chance, |list, _, chance| list.retain(|_| chance.below(2) == 0));
    }),
    ("another choice", |c, chance| {
        edit(c, chance, |list, place, chance| {
            let choice = list[place].1;
            list[place].1 = choice.map(|choice| nudge(choice, chance)).or(Some(0));
        });
    }),
    ("no choice", |c, chance| edit(c, chance, |list, place, _| list[place].1 = list[place].1.is_none().then_some(0))),
    ("a smaller rank", |c, chance| {
        edit(c, chance, |list, place, chance| {
            list[place].2 = chance.below(list[place].2.max(1) as usize) as u32;
        });
    }),
    ("a rank that is not below any other", |c, chance| {
        edit(c, chance, |list, place, _| {
            list[place].2 = list.iter().map(|record| record.2).max().unwrap_or_default() + 1;
        });
    }),
    ("two positions swapped", |c, chance| {
        edit(c, chance, |list, place, chance| {
            let other = chance.below(list.len());
            let code = list[place].0.clone();
            list[place].0 = std::mem::replace(&mut list[other].0, code);
        });
    }),
    ("another position", |c, chance| {
        edit(c, chance, |list, place, chance| {
            let code = &mut list[place].0;
            let byte = chance.below(code.len());
            code[byte] ^= 1 << chance.below(8);
        });
    }),
    ("another kind", |c, chance| {
        let place = chance.below(c.sections.len());
        let kind = &mut c.sections[place].kind;
        *kind = if *kind == ProofKind::Trap { ProofKind::Strategy } else { ProofKind::Trap };
    }),
    ("a claim that does not follow", |c, chance| {
        let place = chance.below(c.sections.len());
        // By two, so that no result lies between the claims.
        let by = 2 + chance.below(2) as i32;
        c.sections[place].claim.at_least += if c.sections[place].kind == ProofKind::Strategy { by } else { -by };
    }),
    ("another root", |c, chance| {
        let byte = chance.below(c.subject.code.len());
        c.subject.code[byte] ^= 1 << chance.below(8);
    }),
    ("another root in words", |c, chance| {
        let root = format!("{} at={}", c.subject.position, 1 + chance.below(80));
        let others = ["a1", "b2 a1", "c3 a1 b2", "1", "1221", "3344", "A or B; B proven", &root];
        let words = (*chance.pick(&others)).to_owned();
        c.subject.position = if words == c.subject.position { String::new() } else { words };
    }),
    ("another root in words and code", |c, chance| swap_root(c, chance)),
    ("another game", |c, chance| {
        c.subject.game = (*chance.pick(&["connect4", "mnk", "graph", "random", "chess"])).to_owned();
    }),
    ("other parameters", |c, chance| {
        let (name, value) =
            chance.pick(&[("size", "4x4"), ("size", "3x3x2"), ("size", "5x4"), ("symmetry", "mirror"), ("seed", "2")]);
        c.subject.parameters = Parameters::new().with(name, *value);
    }),
    ("other rules", |c, chance| c.subject.digest ^= 1 << chance.below(64)),
    ("no claim", |c, _| c.sections.clear()),
];

/// Makes a listed position the root, wherever the game can say it, but not the fingerprint of the rules.
fn swap_root(certificate: &mut Certificate, chance: &mut Chance) {
    let subject = &mut certificate.subject;
    let records = &certificate.sections[0].records;
    if records.is_empty() {
        return;
    }
    let code = records.get(chance.below(records.len())).code;
    if subject.game == "random" {
        let at = u32::from_be_bytes(code.try_into().unwrap());
        if at > 0 {
            subject.position += &format!(" at={at}");
        }
    }
    subject.code = code.to_vec();
}

#[test]
fn mutants_are_rejected_and_both_checkers_agree() {
    let originals = originals();
    let mut chance = Chance(2024);
    let mut tally: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for Original { certificate, worth } in &originals {
        assert!(verdict_of_file(&certificate.to_bytes()).is_some());
        for (name, mutate) in MUTATIONS {
            for _ in 0..12 {
                let mut mutant = certificate.clone();
                mutate(&mut mutant, &mut chance);
                let bytes = mutant.to_bytes();
                // A change that leaves everything as it is, or that no file can say, is none.
                if bytes == certificate.to_bytes() {
                    continue;
                }
                let (tried, accepted) = tally.entry(name).or_default();
                *tried += 1;
                let Some(holds) = verdict_of_file(&bytes) else { continue };
                *accepted += 1;
                assert_true(&mutant, &holds, *worth);
            }
        }
    }
    let (tried, accepted) = tally.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    println!("{tried} mutants of {} certificates, {accepted} accepted: {tally:#?}", originals.len());
    assert!(tried > 5_000 && accepted * 100 <= 3 * tried, "{accepted} of {tried}: {tally:?}");
}

/// What is shown of a position that is worth so much to the first player must be so.
fn assert_true(certificate: &Certificate, holds: &[bool], worth: i32) {
    for (section, &holds) in certificate.sections.iter().zip(holds) {
        let Claim { player, at_least } = section.claim;
        let worth = if player == Player::First { worth } else { -worth };
        assert_eq!(holds, worth >= at_least, "false and accepted: {certificate:?}");
    }
}

/// A list may well show other claims than the one it was made for: that one player wins is that the other does not.
#[test]
fn only_true_claims_can_be_put_upon_a_list() {
    let (mut tried, mut accepted) = (0, 0);
    for Original { certificate, worth } in originals() {
        for place in 0..certificate.sections.len() {
            for (player, at_least) in Player::BOTH.into_iter().flat_map(|player| (-3..=3).map(move |v| (player, v))) {
                for kind in [ProofKind::Strategy, ProofKind::Trap] {
                    let mut mutant = certificate.clone();
                    mutant.sections[place].claim = Claim { player, at_least };
                    mutant.sections[place].kind = kind;
                    tried += 1;
                    if let Some(holds) = verdict_of_file(&mutant.to_bytes()) {
                        assert_true(&mutant, &holds, worth);
                        accepted += 1;
                    }
                }
            }
        }
    }
    println!("{tried} claims, {accepted} accepted");
    assert!(accepted > 0 && 2 * accepted < tried, "{accepted} of {tried}");
}

/// The same position twice cannot even be written: its difference from itself has no spelling.
#[test]
fn a_record_that_is_there_twice_is_refused() {
    for Original { certificate, .. } in originals() {
        let mut mutant = certificate.clone();
        edit(&mut mutant, &mut Chance(7), |list, place, _| {
            let twin = list[place].clone();
            list.push(twin);
        });
        assert!(Certificate::from_bytes(&mutant.to_bytes()).is_err());
    }
}

/// A certificate of a few hundred bytes.
fn small() -> Vec<u8> {
    let (game, root) = position::<Mnk>(&[("size", "3x3x3")], "a1 b2");
    let certificate = reread(&certify_value("pn", &game, &root));
    let bytes = certificate.to_bytes();
    assert!((150..900).contains(&bytes.len()), "{}", bytes.len());
    bytes
}

/// A certificate with several blocks, of a graph that is one long line.
fn large() -> Vec<u8> {
    let nodes = 40_000;
    let mut text: String = (0..nodes).map(|n| format!("n{n} {} n{}; ", ["or", "and"][n % 7 / 4], n + 1)).collect();
    text += &format!("n{nodes} proven");
    let (game, root) = position::<Graph>(&[], &text);
    let claim = Claim::win(Player::First);
    let records: Records = game
        .nodes()
        .take(nodes)
        .map(|node| {
            let choice = (node.number() % 7 < 4).then_some(0);
            (common::code(&game, &node), choice, (nodes - node.number()) as u32)
        })
        .collect();
    let section = Section { claim, kind: ProofKind::Strategy, records };
    Certificate { subject: Subject::new(&game, &root), sections: vec![section] }.to_bytes()
}

/// A middle-sized one, compressed, of a real game.
fn medium() -> Vec<u8> {
    let (game, root) = position::<Connect4>(&[("size", "4x4")], "");
    certify_value("pn", &game, &root).to_bytes()
}

#[test]
fn every_flipped_bit_of_a_small_file_is_noticed() {
    let bytes = small();
    assert!(verdict_of_file(&bytes).is_some());
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Certificate::from_bytes(&flipped).is_err(), "bit {bit}");
    }
}

#[test]
fn flipped_bits_of_larger_files_are_noticed() {
    let mut chance = Chance(77);
    for (bytes, times) in [(medium(), 6_000), (large(), 300)] {
        for _ in 0..times {
            let bit = chance.below(8 * bytes.len());
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(Certificate::from_bytes(&flipped).is_err(), "bit {bit}");
        }
    }
}

#[test]
fn a_file_that_ends_early_or_late_is_refused() {
    for bytes in [small(), medium()] {
        for length in 0..bytes.len() {
            assert!(Certificate::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        for more in [&b"\0"[..], b"\n", &bytes] {
            assert!(Certificate::from_bytes(&[&bytes, more].concat()).is_err());
        }
    }
}

#[test]
fn blocks_in_another_order_are_refused() {
    let bytes = large();
    let certificate = Certificate::from_bytes(&bytes).unwrap();
    assert!(certificate.positions() > 2 << 14, "it has three blocks");
    assert!(verdict_of_file(&bytes).is_some());
    // The same bytes, with the blocks turned round.
    let head = u32::from_le_bytes(bytes[9..13].try_into().unwrap()) as usize;
    let (front, blocks) = bytes.split_at(17 + head);
    for by in [1, 100, blocks.len() / 3, blocks.len() / 2] {
        let turned = [front, &blocks[by..], &blocks[..by]].concat();
        assert!(Certificate::from_bytes(&turned).is_err());
    }
    // With what the head says of them turned round as well.
    let ([a, b], kind) = (two_blocks(), 1);
    assert!(Certificate::from_bytes(&file(kind, 16_385, &[a.clone(), b.clone()])).is_ok());
    assert!(Certificate::from_bytes(&file(kind, 16_385, &[b.clone(), a.clone()])).is_err());
    assert!(Certificate::from_bytes(&file(kind, 32_768, &[a.clone(), a.clone()])).is_err());
    assert!(Certificate::from_bytes(&file(kind, 2, &[b.clone(), b])).is_err());
}

/// A full block of the codes 0 to 16383 of two bytes, and one with the next code alone.
fn two_blocks() -> [Block; 2] {
    let count = 1 << 14;
    let full = [vec![5], vec![2; count - 1], vec![0, 0], vec![1; count - 1], vec![0; count]].concat();
    let next = [5, 0x40, 0x00, 0];
    [Block::plain(&[0, 0], &full), Block::plain(&[0x40, 0], &next)]
}
