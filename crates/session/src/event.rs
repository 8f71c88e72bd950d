//! What happens while an answer is being looked for.

use provenum_game::Claim;
use provenum_search::{Observer, Progress};

/// Something that happens.
#[derive(Clone, Debug)]
pub enum Event {
    /// Another part of the work begins.
    Phase(Phase),
    /// A claim is going to be searched.
    Claim(Claim),
    /// A search has come this far; a few times in a second.
    Progress(Progress),
    /// A claim holds, or does not; none if a limit came first.
    Settled(Claim, Option<bool>),
    /// The line of the first proof, before a shorter one is looked for.
    Line(Vec<String>),
}

/// A part of the work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The answer is looked for.
    Search,
    /// A shorter proof is looked for.
    Shorten,
    /// All first moves are tried.
    FirstMoves,
    /// The certificate is written and checked.
    Certify,
}

/// Is told what happens. Every closure that takes an [`Event`] can be told, and `()` does not listen.
pub trait Events {
    /// Something happens.
    fn event(&mut self, event: &Event);
}

impl Events for () {
    fn event(&mut self, _event: &Event) {}
}

impl<F: FnMut(&Event)> Events for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }
}

/// Hands over what a search tells.
pub(crate) struct Listening<'e>(pub(crate) &'e mut dyn Events);

impl Observer for Listening<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.0.event(&Event::Progress(*progress));
    }

    fn begins(&mut self, claim: Claim) {
        self.0.event(&Event::Claim(claim));
    }

    fn settled(&mut self, claim: Claim, holds: Option<bool>) {
        self.0.event(&Event::Settled(claim, holds));
    }
}
