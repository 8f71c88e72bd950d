//! Certificates of games and problems that have rules and nothing else.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::{AndOr, Claim, Game, Hints, Kind, Outcome, Player, Problem, Repetition, Status, Valuation};
use provenum_proof::{Certificate, Options, ProofKind, Section, Subject, check_problem, check_rules};
use provenum_search::{Algorithm, Limits, presets, solve};

/// Take one to three stones; who takes the last one wins.
struct Nim;

impl Game for Nim {
    type Position = (u8, Player);
    type Move = u8;

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }
    fn to_move(&self, heap: &(u8, Player)) -> Player {
        heap.1
    }
    fn outcome(&self, heap: &(u8, Player)) -> Option<Outcome> {
        (heap.0 == 0).then(|| Outcome::win_of(heap.1.opponent()))
    }
    fn moves(&self, heap: &(u8, Player), out: &mut Vec<u8>) {
        out.extend(1..=heap.0.min(3));
    }
    fn play(&self, heap: &(u8, Player), taken: u8) -> (u8, Player) {
        (heap.0 - taken, heap.1.opponent())
    }
    fn key(&self, heap: &(u8, Player)) -> u64 {
        (u64::from(heap.0) << 1 | heap.1 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn encode(&self, heap: &(u8, Player), out: &mut Vec<u8>) {
        out.extend([heap.0, heap.1 as u8]);
    }
    fn decode(&self, code: &[u8]) -> Option<(u8, Player)> {
        let &[stones, player @ 0..=1] = code else { return None };
        Some((stones, Player::BOTH[usize::from(player)]))
    }
}

impl Hints<(u8, Player), u8> for Nim {}
impl Valuation<(u8, Player), u8> for Nim {}

#[test]
fn a_game_without_a_notation_has_certificates() {
    for stones in 1..=9u8 {
        let root = (stones, Player::First);
        let problem = Problem::new(&Nim, Claim::win(Player::First));
        let answer = solve(&Algorithm::default(), &problem, &root, &Limits::default(), &mut ());
        let solution = answer.solution.unwrap();
        let kind = if solution.status() == Status::Proven { ProofKind::Strategy } else { ProofKind::Trap };
        let listed = solution.for_certificate(&problem);
        let section = Section::new(&problem, kind, listed);
        let certificate = Certificate { subject: Subject::of_rules("nim", &Nim, &root), sections: vec![section] };
        let read = Certificate::from_bytes(&certificate.to_bytes()).unwrap();
        let checked = check_rules(&read, &Nim, &root, Options::default()).unwrap();
        assert_eq!(checked[0].holds, !stones.is_multiple_of(4));
        // It is about this heap and no other.
        let other = (stones + 4, Player::First);
        assert!(check_rules(&read, &Nim, &other, Options::default()).is_err());
    }
}

/// A number is proven if it can be brought to 1: at an even number AND halves it or takes 1 off, at an odd one OR adds 1 or
/// takes 1 off. Numbers up to 60 count, beyond them nothing is proven.
struct Halving;

impl AndOr for Halving {
    type Node = u8;
    type Step = u8;

    fn kind(&self, number: &u8) -> Kind {
        if number.is_multiple_of(2) { Kind::And } else { Kind::Or }
    }
    fn status(&self, number: &u8) -> Status {
        match number {
            1 => Status::Proven,
            0 | 61.. => Status::Disproven,
            _ => Status::Open,
        }
    }
    fn steps(&self, number: &u8, out: &mut Vec<u8>) {
        match self.kind(number) {
            Kind::And => out.extend([number / 2, number - 1]),
            Kind::Or => out.extend([number + 1, number - 1]),
        }
    }
    fn follow(&self, _number: &u8, next: u8) -> u8 {
        next
    }
    fn key(&self, number: &u8) -> u64 {
        (u64::from(*number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn encode(&self, number: &u8, out: &mut Vec<u8>) {
        out.push(*number);
    }
    fn decode(&self, code: &[u8]) -> Option<u8> {
        match code {
            [number] => Some(*number),
            _ => None,
        }
    }
}

impl Hints<u8, u8> for Halving {}

fn certified(algorithm: &str, root: u8) -> Option<(Certificate, Status)> {
    let answer = solve(&Algorithm::named(algorithm).unwrap(), &Halving, &root, &Limits::default(), &mut ());
    let solution = answer.solution.ok()?;
    let kind = if solution.status() == Status::Proven { ProofKind::Strategy } else { ProofKind::Trap };
    let listed = solution.for_certificate(&Halving);
    let section = Section::of_problem(&Halving, kind, listed);
    Some((
        Certificate { subject: Subject::of_problem("halving", &Halving, &root), sections: vec![section] },
        answer.status,
    ))
}

#[test]
fn an_and_or_problem_has_certificates_by_every_algorithm() {
    let mut checked = 0;
    for preset in presets() {
        for root in 2..60 {
            // Alpha-beta never finds out what holds only by going round.
            let Some((certificate, status)) = certified(preset.name, root) else {
                assert!(preset.searches_values(), "{} at {root}", preset.name);
                continue;
            };
            let read = Certificate::from_bytes(&certificate.to_bytes()).unwrap();
            let claims = check_problem(&read, &Halving, &root, Options::default()).unwrap();
            assert_eq!(claims[0].holds, status == Status::Proven, "{} at {root}", preset.name);
            checked += 1;
        }
    }
    assert!(checked > 1_000, "{checked}");
}

#[test]
fn a_certificate_of_another_root_or_claim_is_refused() {
    let (certificate, _) = certified("df-pn", 6).unwrap();
    assert!(check_problem(&certificate, &Halving, &6, Options::default()).is_ok());
    assert!(check_problem(&certificate, &Halving, &8, Options::default()).is_err());
    let mut other = certificate.clone();
    other.sections[0].claim = Claim::win(Player::Second);
    assert!(check_problem(&other, &Halving, &6, Options::default()).is_err());
    let mut turned = certificate;
    turned.sections[0].kind = ProofKind::Trap;
    assert!(check_problem(&turned, &Halving, &6, Options::default()).is_err());
}
