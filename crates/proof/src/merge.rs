//! Two certificates of the same position made into one.

use crate::{Certificate, MergeError, ProofKind, Record, Records, Section};
use provenum_game::Parameters;

/// The parameter that says which positions share a table key. It helps a search and is no rule: proofs list positions as
/// they are.
const SYMMETRY: (&str, &str) = ("symmetry", "none");

fn without_symmetry(parameters: &Parameters) -> Parameters {
    parameters.clone().with(SYMMETRY.0, SYMMETRY.1)
}

impl Certificate {
    /// Everything that either certificate shows.
    ///
    /// Where both settle the same claim, their lists become one. That is sound: in a strategy a position keeps its smaller
    /// rank, and ranks that fall do no harm to the positions that rest on them; a trap needs only that its positions are
    /// there; in a delay a position keeps its larger rank.
    ///
    /// They may differ in the parameter `symmetry`. Then the result has `none`, whichever comes first.
    pub fn merge(mut self, other: Certificate) -> Result<Certificate, MergeError> {
        let (a, b) = (&self.subject, &other.subject);
        let same = [
            ("the game", a.game == b.game),
            ("the parameters", without_symmetry(&a.parameters) == without_symmetry(&b.parameters)),
            ("the position", a.code == b.code),
            ("the rules", a.digest == b.digest),
        ];
        if let Some((what, _)) = same.into_iter().find(|(_, same)| !same) {
            return Err(MergeError::Subject(what));
        }
        if a.parameters != b.parameters {
            self.subject.parameters = without_symmetry(&a.parameters);
        }
        for section in other.sections {
            let about = |own: &&mut Section| own.claim == section.claim && !own.goes_with(&section);
            match self.sections.iter_mut().find(about) {
                None => self.sections.push(section),
                Some(own) if own.kind == section.kind => own.merge(&section),
                Some(_) => return Err(MergeError::Contradiction(section.claim.to_string())),
            }
        }
        Ok(self)
    }
}

impl Section {
    /// Whether one of them is a delay and the other is not: what happens within so many moves says nothing of what comes later.
    fn goes_with(&self, other: &Section) -> bool {
        (self.kind == ProofKind::Delay) != (other.kind == ProofKind::Delay)
    }

    fn merge(&mut self, other: &Section) {
        let mut merged = Records::default();
        for own in self.records.iter() {
            let better = other.records.find(own.code).filter(|theirs| match self.kind {
                ProofKind::Delay => theirs.rank > own.rank,
                _ => theirs.rank < own.rank,
            });
            let Record { code, choice, rank } = better.unwrap_or(own);
            merged.push(code, choice, rank);
        }
        for theirs in other.records.iter().filter(|theirs| self.records.find(theirs.code).is_none()) {
            merged.push(theirs.code, theirs.choice, theirs.rank);
        }
        merged.sort_all();
        self.records = merged;
    }
}
