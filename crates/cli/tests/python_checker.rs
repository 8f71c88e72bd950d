//! The checker in Python, which shares nothing with this program but the documents: it accepts what the program writes, and
//! it agrees with the program about everything that is changed afterwards.
//!
//! Without Python 3.8 or later these tests say so and do nothing. Files are written without compression, because a plain
//! Python cannot undo it; `cargo xtask test --all` checks compressed ones too.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, provenum};
use provenum_game::{Parameters, Player};
use provenum_proof::{Certificate, ProofKind};
use provenum_session::{Games, VerifiedClaim};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Problems of all games, with small proofs of both kinds, with and without cycles.
const PROBLEMS: &[&[&str]] = &[
    &["connect4", "1122", "--size", "4x4", "--values", "score"],
    &["mnk", "b2 a1", "--size", "3x3x3"],
    &["kalah", "--pits", "3", "--seeds", "2"],
    &["othello", "--size", "4x4", "--claim", ">=-10"],
    &["loa", "--size", "4x4", "--claim", "draw"],
    &["loa", "--size", "3x4", "--rules", "openspiel"],
    &["rolit", "--size", "3x3", "--for", "2"],
    &["uniform", "seed=7 branching=3 depth=5 order=0.6"],
    &["graph", "A or B C; B and A G; C and A B G; G proven"],
    &["random", "seed=5 nodes=200 branching=4 shared=0.2 back=0.2 success=0.5 alternate=no"],
    &["chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "--shortest"],
    &["tsume-shogi", "7nl/7k1/9/7P1/9/9/9/9/9 b G 1"],
    &["tsume-shogi", "k3R4/2S6/G8/9/9/9/9/9/9 w p 1", "--futile-interposition", "ignore"],
];

fn checkers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../checkers")
}

/// Python, if there is one that is new enough. `PROVENUM_PYTHON` names another than `python3`.
fn python() -> Option<Command> {
    let program = std::env::var("PROVENUM_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let new_enough = "import sys; sys.exit(sys.version_info < (3, 8))";
    if Command::new(&program).args(["-c", new_enough]).status().is_ok_and(|status| status.success()) {
        let mut command = Command::new(program);
        // Nothing is left behind in the source tree.
        command.arg("-B").current_dir(checkers());
        return Some(command);
    }
    println!("skipped: there is no {program} of version 3.8 or later");
    None
}

/// What a checker says of a file: what it shows of each claim, or why it shows nothing.
type Verdict = Result<Vec<String>, String>;

/// What the Python checker says of each file.
fn python_verdicts(mut python: Command, files: &[String]) -> Vec<Verdict> {
    let output = python.arg("check.py").args(files).output().unwrap();
    let (said, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(errors.is_empty(), "{errors}");
    let verdict = |file: &String| {
        let (_, after) = said.split_once(&format!("{file}: ")).unwrap_or_else(|| panic!("nothing is said of {file}"));
        let mut lines = after.lines();
        let first = lines.next().unwrap_or_default().to_owned();
        let claims = lines.map_while(|line| line.strip_prefix("  ")).map(|line| line.split(" (").next().unwrap());
        if first.starts_with("valid: ") { Ok(claims.map(str::to_owned).collect()) } else { Err(first) }
    };
    files.iter().map(verdict).collect()
}

/// What this program says of a file.
fn verdict(games: &Games, bytes: &[u8]) -> Verdict {
    let certificate = Arc::new(Certificate::from_bytes(bytes).map_err(|error| format!("unreadable: {error}"))?);
    let subject = &certificate.subject;
    let session = games
        .open(&subject.game, &subject.parameters, Some(&subject.position))
        .map_err(|error| format!("unreadable: {error}"))?;
    let judgement = session.open(certificate).check(1, &|_, _| ());
    let claims = judgement.claims.map_err(|fault| format!("invalid: {fault}"))?;
    let in_words = |VerifiedClaim { player, at_least, holds, .. }: &VerifiedClaim| {
        format!("the {player} player achieves at least {at_least}: {}", if *holds { "holds" } else { "does not hold" })
    };
    Ok(claims.iter().map(in_words).collect())
}

/// The certificates of all problems, as the program writes them.
fn certificates(scratch: &Scratch) -> Vec<Certificate> {
    let certificate = |(number, problem): (usize, &&[&str])| {
        let file = scratch.path(&format!("problem-{number}.pvn"));
        let output = provenum(&[&["solve"], *problem, &["--proof", &file]].concat());
        assert!(output.status.code().is_some_and(|code| code <= 1), "{problem:?}: {output:?}");
        Certificate::from_bytes(&std::fs::read(file).unwrap()).unwrap()
    };
    PROBLEMS.iter().enumerate().map(certificate).collect()
}

#[test]
fn what_the_program_writes_is_accepted_by_the_python_checker() {
    let Some(python) = python() else { return };
    let scratch = Scratch::new("python-accepts");
    let certificates = certificates(&scratch);
    let written: Vec<Vec<u8>> = certificates.iter().map(Certificate::to_stored_bytes).collect();
    let file = |(number, bytes)| scratch.write(&format!("{number}.pvn"), bytes);
    let files: Vec<String> = written.iter().enumerate().map(file).collect();
    for ((bytes, problem), said) in written.iter().zip(PROBLEMS).zip(python_verdicts(python, &files)) {
        assert!(said.as_ref().is_ok_and(|claims| !claims.is_empty()), "{problem:?}: {said:?}");
        assert_eq!(said, verdict(&Games::built_in(), bytes), "{problem:?}");
    }
}

/// The long run gives a Python that has zstandard.
#[test]
#[ignore = "needs the Python package zstandard, which the long run installs"]
fn compressed_certificates_are_accepted_by_the_python_checker() {
    let Some(python) = python() else { return };
    let scratch = Scratch::new("python-compressed");
    let connect4 = ["solve", "connect4", "--size", "5x4", "--proof", &scratch.path("large.pvn")].map(str::to_owned);
    provenum(&connect4.each_ref().map(String::as_str));
    certificates(&scratch);
    let mut files: Vec<String> =
        (0..PROBLEMS.len()).map(|number| scratch.path(&format!("problem-{number}.pvn"))).collect();
    files.push(scratch.path("large.pvn"));
    for (file, said) in files.iter().zip(python_verdicts(python, &files)) {
        assert_eq!(said, verdict(&Games::built_in(), &std::fs::read(file).unwrap()), "{file}");
        assert!(said.is_ok(), "{said:?}");
    }
}

#[test]
fn the_tests_of_the_python_checker_pass() {
    let Some(mut python) = python() else { return };
    let output = python.args(["-m", "unittest"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % bound as u64) as usize
    }
}

type Record = (Vec<u8>, Option<u32>, u32);

/// Changes one record of a section.
fn edit(certificate: &mut Certificate, chance: &mut Chance, change: impl Fn(&mut Vec<Record>, usize, &mut Chance)) {
    let sections = certificate.sections.len();
    let section = &mut certificate.sections[chance.below(sections)];
    let mut list: Vec<Record> = section.records.iter().map(|r| (r.code.to_vec(), r.choice, r.rank)).collect();
    if !list.is_empty() {
        let place = chance.below(list.len());
        change(&mut list, place, chance);
    }
    section.records = list.into_iter().collect();
}

type Mutation = fn(&mut Certificate, &mut Chance);

const MUTATIONS: &[Mutation] = &[
    |c, chance| edit(c, chance, |list, place, _| _ = list.remove(place)),
    |c, chance| edit(c, chance, |list, _, chance| list.retain(|_| chance.below(2) == 0)),
    |c, chance| edit(c, chance, |list, place, _| list[place].1 = Some(list[place].1.map_or(0, |choice| choice ^ 1))),
    |c, chance| edit(c, chance, |list, place, _| list[place].1 = list[place].1.is_none().then_some(0)),
    |c, chance| edit(c, chance, |list, place, _| list[place].2 = list[place].2.saturating_sub(1)),
    |c, chance| edit(c, chance, |list, place, _| list[place].2 += 1),
    // Too few for a move and a reply, even where every reply ends the game.
    |c, chance| edit(c, chance, |list, _, _| list.iter_mut().filter(|r| r.2 == 2).for_each(|r| r.2 = 1)),
    |c, chance| edit(c, chance, |list, _, _| list.iter_mut().filter(|r| r.2 == 1).for_each(|r| r.2 = 0)),
    |c, chance| edit(c, chance, |list, place, _| list[place].2 += 1_000),
    |c, chance| edit(c, chance, |list, place, _| list.push(list[place].clone())),
    |c, chance| {
        edit(c, chance, |list, place, chance| {
            let byte = chance.below(list[place].0.len());
            list[place].0[byte] ^= 1 << chance.below(8);
        });
    },
    |c, _| {
        let kind = &mut c.sections[0].kind;
        *kind = if *kind == ProofKind::Trap { ProofKind::Strategy } else { ProofKind::Trap };
    },
    |c, _| c.sections[0].claim.at_least += 1,
    |c, _| c.sections[0].claim.at_least -= 1,
    |c, _| c.sections[0].claim.at_least = i32::MIN + 1,
    |c, _| {
        let player = &mut c.sections[0].claim.player;
        *player = if *player == Player::First { Player::Second } else { Player::First };
    },
    |c, chance| c.subject.digest ^= 1 << chance.below(64),
    |c, chance| {
        let byte = chance.below(c.subject.code.len());
        c.subject.code[byte] ^= 1 << chance.below(8);
    },
    |c, chance| {
        let mut text = c.subject.position.clone().into_bytes();
        let byte = chance.below(text.len());
        text[byte] ^= 1 << chance.below(5);
        c.subject.position = String::from_utf8(text).unwrap();
    },
    |c, _| c.subject.position.push(' '),
    |c, _| c.subject.game = "graph".to_owned(),
    |c, _| c.subject.parameters = Parameters::new(),
    |c, _| c.subject.parameters = c.subject.parameters.clone().with("size", "04x4"),
    |c, _| c.sections.clear(),
    |c, _| c.sections.push(c.sections[0].clone()),
    |c, _| c.sections.reverse(),
];

/// A file with one bit changed and all checksums right again: in the header, or in a block that is stored.
fn flipped(bytes: &[u8], chance: &mut Chance) -> Vec<u8> {
    const START: usize = 17;
    let head = START + u32::from_le_bytes(bytes[9..13].try_into().unwrap()) as usize;
    let certificate = Certificate::from_bytes(bytes).unwrap();
    let mut file = bytes.to_vec();
    let place = START + chance.below(bytes.len() - START);
    file[place] ^= 1 << chance.below(8);
    if place >= head && certificate.sections.len() == 1 {
        // The checksum of the only block is the end of the header.
        let sum = crc32fast::hash(&file[head..]);
        file[head - 4..head].copy_from_slice(&sum.to_le_bytes());
    }
    let sum = crc32fast::hash(&file[START..head]);
    file[13..START].copy_from_slice(&sum.to_le_bytes());
    file
}

#[test]
fn both_checkers_agree_about_every_mutant() {
    let Some(python) = python() else { return };
    let scratch = Scratch::new("python-mutants");
    let games = Games::built_in();
    let mut chance = Chance(18);
    let mut mutants = Vec::new();
    for certificate in certificates(&scratch) {
        let bytes = certificate.to_stored_bytes();
        for mutate in MUTATIONS {
            let mut mutant = certificate.clone();
            mutate(&mut mutant, &mut chance);
            mutants.push(mutant.to_stored_bytes());
        }
        let mut first = certificate.clone();
        first.sections.truncate(1);
        let first = first.to_stored_bytes();
        mutants.extend((0..12).map(|_| flipped(&first, &mut chance)));
        mutants.retain(|mutant| *mutant != bytes && *mutant != first);
    }
    let file = |(number, bytes)| scratch.write(&format!("mutant-{number}.pvn"), bytes);
    let files: Vec<String> = mutants.iter().enumerate().map(file).collect();
    let mut rejected = 0;
    for (bytes, theirs) in mutants.iter().zip(python_verdicts(python, &files)) {
        let ours = verdict(&games, bytes);
        rejected += usize::from(ours.is_err());
        let agree = match (&ours, &theirs) {
            (Err(_), Err(_)) => true,
            _ => ours == theirs,
        };
        assert!(agree, "{ours:?}, but the Python checker says {theirs:?}: {bytes:02x?}");
    }
    println!("{} mutants, {rejected} rejected", mutants.len());
    assert!(mutants.len() > 300 && 10 * rejected > 8 * mutants.len(), "{rejected} of {}", mutants.len());
}
