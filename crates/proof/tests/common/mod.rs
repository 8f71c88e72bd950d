//! What the tests of certificates share.
#![allow(dead_code, unreachable_pub, unused_imports, reason = "every test uses a part of it")]

pub mod forge;
mod naive;

pub use naive::{code, naive, successors};

use provenum_game::{Claim, Notation, Parameters, Problem, Status};
use provenum_games::registry::{Visitor, visit};
use provenum_proof::{Certificate, Options, ProofKind, Section, Subject, check};
use provenum_search::{Algorithm, Limits, Question, Solution, Uncertified, evaluate, solve};

/// The game and position of a text.
pub fn position<G: Notation>(parameters: &[(&str, &str)], text: &str) -> (G, G::Position) {
    let parameters = parameters.iter().fold(Parameters::new(), |all, (name, value)| all.with(name, *value));
    G::set_up(&parameters, Some(text)).unwrap()
}

/// What both checkers say: for each claim whether it holds, or none if the certificate is rejected. They must agree.
pub fn verdict<G>(certificate: &Certificate, game: &G, root: &G::Position) -> Option<Vec<bool>>
where
    G: Notation + Sync,
    G::Position: Sync,
{
    let fast = check(certificate, game, root, Options::default());
    let slow = naive(certificate, game, root);
    let holds = fast.as_ref().ok().map(|sections| sections.iter().map(|section| section.holds).collect());
    assert_eq!(holds, slow, "{fast:?}, but the naive checker differs, of {certificate:?}");
    holds
}

/// What both checkers say of a certificate that is taken for what it says it is, as by someone who has only the file.
pub fn verdict_of_file(bytes: &[u8]) -> Option<Vec<bool>> {
    struct Check<'a>(&'a Certificate, Option<Vec<bool>>);
    impl Visitor for Check<'_> {
        fn visit<G>(&mut self)
        where
            G: Notation + Send + Sync + 'static,
            G::Position: Send + Sync + 'static,
        {
            let Subject { game, parameters, position, .. } = &self.0.subject;
            if *game == G::INFO.name && parameters.accepted_by(&G::INFO).is_ok() {
                let set_up = G::set_up(parameters, Some(position)).ok();
                self.1 = set_up.and_then(|(game, position)| verdict(self.0, &game, &position));
            }
        }
    }
    let certificate = Certificate::from_bytes(bytes).ok()?;
    let mut check = Check(&certificate, None);
    visit(&mut check);
    check.1
}

/// A solution, written down.
pub fn section<'g, G: Notation>(problem: &Problem<'g, G>, solution: &Solution<Problem<'g, G>>) -> Section {
    let kind = if solution.status() == Status::Proven { ProofKind::Strategy } else { ProofKind::Trap };
    Section::new(problem, kind, solution.for_certificate(problem))
}

/// The certificate of a claim, if the algorithm settles it within the limits.
pub fn certify<G: Notation>(
    algorithm: &str,
    game: &G,
    root: &G::Position,
    claim: Claim,
    limits: &Limits,
) -> Option<Certificate> {
    let problem = Problem::new(game, claim);
    let answer = solve(&Algorithm::named(algorithm).unwrap(), &problem, root, limits, &mut ());
    let sections = match &answer.solution {
        Ok(solution) => vec![section(&problem, solution)],
        Err(Uncertified::Refuted) => panic!("{algorithm} contradicts itself"),
        Err(_) => return None,
    };
    Some(Certificate { subject: Subject::new(game, root), sections })
}

/// The certificate of what a position is worth to the side to move.
pub fn certify_value<G: Notation>(algorithm: &str, game: &G, root: &G::Position) -> Certificate {
    let algorithm = Algorithm::named(algorithm).unwrap();
    let question = Question::Value(game.to_move(root));
    let evaluation = evaluate(&algorithm, game, root, question, &Limits::default(), &mut ());
    let written = |settled: &provenum_search::Settled<'_, G>| {
        section(&settled.problem, settled.answer.solution.as_ref().unwrap())
    };
    Certificate { subject: Subject::new(game, root), sections: evaluation.deciding().map(written).collect() }
}

/// Written and read again.
pub fn reread(certificate: &Certificate) -> Certificate {
    let read = Certificate::from_bytes(&certificate.to_bytes()).unwrap();
    assert_eq!(read, *certificate, "a file does not hold what was written");
    read
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers everywhere.
pub struct Chance(pub u64);

impl Chance {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
