//! Claims, and the one decision that keeps all searches and proofs in one family: who must make progress.

use crate::{
    AndOr, Attack, Child, Counts, Estimate, Game, Hints, Holding, Kind, Known, Outcome, Player, Repetition, Status,
    Word,
};
use std::fmt;

/// "`player` achieves at least `at_least`, in its own eyes."
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// Who claims.
    pub player: Player,
    /// The least value claimed, seen by `player`.
    pub at_least: i32,
}

impl Claim {
    /// `player` wins.
    #[must_use]
    pub fn win(player: Player) -> Claim {
        Claim { player, at_least: 1 }
    }

    /// `player` does not lose.
    #[must_use]
    pub fn draw(player: Player) -> Claim {
        Claim { player, at_least: 0 }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} player achieves at least {}", self.player, self.at_least)
    }
}

/// A game with a claim to be settled, seen as an AND/OR problem whose **OR side is the side that must make progress**.
///
/// Let r be what endless repetition is worth to the claimant. If r is less than what is claimed, the claimant must make
/// progress and is the OR side: the claim holds if and only if the problem is proven. Otherwise repetition already
/// satisfies the claimant, so its *opponent* must make progress, to hold it below the claim, and is the OR side: the claim
/// holds if and only if the problem is **disproven**. Games without repetition take the first form. Either way endless
/// play is a failure of the OR side, so searches, the oracle and certificates need to know one family of problems only.
#[derive(Debug)]
pub struct Problem<'g, G> {
    game: &'g G,
    claim: Claim,
    progress: Player,
    /// In the eyes of the progress side. Wide, because the opponent of −2³¹ is not an `i32`.
    goal: i64,
    /// What the goal adds to keys.
    salt: u64,
    /// Which moves the progress side tries.
    attack: Attack,
}

impl<G> Clone for Problem<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Problem<'_, G> {}

impl<'g, G: Game> Problem<'g, G> {
    /// The problem that settles `claim`.
    #[must_use]
    pub fn new(game: &'g G, claim: Claim) -> Self {
        let Claim { player, at_least } = claim;
        let repetition_satisfies = match game.repetition() {
            Repetition::Worth(outcome) => outcome.worth(player) >= at_least,
            Repetition::Impossible | Repetition::ByHistory => false,
        };
        let (progress, goal) =
            if repetition_satisfies { (player.opponent(), 1 - i64::from(at_least)) } else { (player, at_least.into()) };
        let salt = (2 * goal + i64::from(progress == Player::Second)) as u64;
        let salt = salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Problem { game, claim, progress, goal, salt, attack: Attack::All }
    }

    /// The same problem in which the progress side has no other moves than these; its opponent has all. A proof of it is a proof
    /// of the problem itself, a disproof is none. Where the game tells no moves apart, it is the problem itself.
    #[must_use]
    pub fn restricted(mut self, attack: Attack) -> Self {
        if self.game.has_attacks() && attack != self.attack {
            self.salt ^= (attack as u64 ^ self.attack as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
            self.attack = attack;
        }
        self
    }

    /// Which moves the progress side tries.
    #[must_use]
    pub fn attack(&self) -> Attack {
        self.attack
    }

    #[inline]
    fn is_restricted(&self) -> bool {
        self.attack != Attack::All
    }

    /// Whether the progress side tries this move.
    #[inline]
    fn tries(&self, position: &G::Position, mv: G::Move) -> bool {
        self.game.attack(position, mv) >= self.attack
    }

    /// Whether a move reaches the goal, which is as forcing as can be.
    fn wins(&self, position: &G::Position, mv: G::Move) -> bool {
        self.status_of(self.game.outcome(&self.game.play(position, mv))) == Status::Proven
    }

    /// The status of a position in which the progress side may have nothing left that it tries.
    fn restricted_status(&self, position: &G::Position, status: Status) -> Status {
        if status != Status::Open || self.game.to_move(position) != self.progress {
            return status;
        }
        let mut moves = Vec::new();
        if self.game.attacking_steps(position, self.attack, &mut moves) {
            return if moves.is_empty() { Status::Disproven } else { Status::Open };
        }
        self.game.moves(position, &mut moves);
        let tried = moves.is_empty() || moves.into_iter().any(|mv| self.tries(position, mv) || self.wins(position, mv));
        if tried { Status::Open } else { Status::Disproven }
    }

    /// A successor as the restricted problem sees it, if it is one.
    fn restricted_child(&self, position: &G::Position, child: Child<G::Move>) -> Option<Child<G::Move>> {
        if self.game.to_move(position) == self.progress && !self.tries(position, child.step) {
            return Some(child).filter(|child| child.status == Status::Proven);
        }
        Some(self.with_restricted_status(position, child))
    }

    fn with_restricted_status(&self, position: &G::Position, child: Child<G::Move>) -> Child<G::Move> {
        let status = match child.status {
            Status::Open => self.restricted_status(&self.game.play(position, child.step), Status::Open),
            status => status,
        };
        Child { status, ..child }
    }

    /// Hands over the successors where the progress side does not try all its moves.
    #[inline(never)]
    fn expand_restricted(&self, position: &G::Position, emit: &mut impl FnMut(Child<G::Move>, Option<Estimate>)) {
        let (kind, mut moves) = (self.kind(position), Vec::new());
        if kind == Kind::Or && self.game.attacking_steps(position, self.attack, &mut moves) {
            for step in moves {
                let (outcome, key) = (self.game.outcome_after(position, step), self.game.key_after(position, step));
                let child = Child { step, status: self.status_of(outcome), key: self.key_of(key) };
                emit(self.with_restricted_status(position, child), None);
            }
            return;
        }
        // Where success is known, something is left to try.
        let mut told = Vec::new();
        if kind == Kind::And {
            self.known_steps(position, &mut told);
        }
        let succeeds = |step: G::Move| {
            let place = told.binary_search_by_key(&step.to_word(), |(step, _)| step.to_word());
            place.is_ok_and(|place| told[place].1.status() == Status::Proven)
        };
        self.game.successors_with_estimates(position, kind, &mut |step, outcome, key, estimate| {
            let child = Child { step, status: self.status_of(outcome), key: self.key_of(key) };
            if succeeds(step) {
                emit(child, estimate);
            } else if let Some(child) = self.restricted_child(position, child) {
                emit(child, estimate);
            }
        });
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The claim that this problem settles.
    #[must_use]
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The side that must make progress: it chooses at OR nodes.
    #[must_use]
    pub fn progress_side(&self) -> Player {
        self.progress
    }

    /// Whether the claim holds, given the root's status as an AND/OR node; none while that is open.
    #[must_use]
    pub fn verdict(&self, root: Status) -> Option<bool> {
        let progress_succeeds = match root {
            Status::Proven => true,
            Status::Disproven => false,
            Status::Open => return None,
        };
        Some(progress_succeeds == (self.progress == self.claim.player))
    }

    #[inline]
    fn status_of(&self, outcome: Option<Outcome>) -> Status {
        match outcome {
            None => Status::Open,
            Some(outcome) if i64::from(outcome.worth(self.progress)) >= self.goal => Status::Proven,
            Some(_) => Status::Disproven,
        }
    }

    /// What is known of a value, as far as it decides the claim.
    #[inline]
    fn of_claim<Move>(&self, known: Known<Move>) -> Option<Known<Move>> {
        let (least, most) = match self.progress {
            Player::First => (known.least.into(), known.most.into()),
            Player::Second => (-i64::from(known.most), -i64::from(known.least)),
        };
        let solved = if least >= self.goal {
            Known::solved(true)
        } else if most < self.goal {
            Known::solved(false)
        } else {
            return None;
        };
        Some(Known { step: known.step, distance: known.distance, ..solved })
    }

    /// What is held for one claim says nothing about another.
    #[inline]
    fn salted(&self, mut holding: Holding) -> Holding {
        holding.rest = self.key_of(holding.rest);
        holding
    }

    /// The same position has another key for every OR side and goal, so that one table can serve several claims.
    #[inline]
    fn key_of(&self, key: u64) -> u64 {
        key ^ self.salt
    }
}

impl<G: Game> AndOr for Problem<'_, G> {
    type Node = G::Position;
    type Step = G::Move;

    #[inline]
    fn kind(&self, position: &G::Position) -> Kind {
        if self.game.to_move(position) == self.progress { Kind::Or } else { Kind::And }
    }

    #[inline]
    fn status(&self, position: &G::Position) -> Status {
        let status = self.status_of(self.game.outcome(position));
        if self.is_restricted() { self.restricted_status(position, status) } else { status }
    }

    #[inline]
    fn steps(&self, position: &G::Position, out: &mut Vec<G::Move>) {
        let restricted = self.is_restricted() && self.game.to_move(position) == self.progress;
        if restricted && self.game.attacking_steps(position, self.attack, out) {
            return;
        }
        let before = out.len();
        self.game.moves(position, out);
        if restricted {
            let mut tried = out.split_off(before);
            tried.retain(|&mv| self.tries(position, mv) || self.wins(position, mv));
            out.append(&mut tried);
        }
    }

    #[inline]
    fn follow(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.game.play(position, mv)
    }

    #[inline]
    fn key(&self, position: &G::Position) -> u64 {
        self.key_of(self.game.key(position))
    }

    #[inline]
    fn encode(&self, position: &G::Position, out: &mut Vec<u8>) {
        self.game.encode(position, out);
    }

    #[inline]
    fn decode(&self, code: &[u8]) -> Option<G::Position> {
        self.game.decode(code)
    }

    #[inline]
    fn cyclic(&self) -> bool {
        self.game.repetition() != Repetition::Impossible
    }

    #[inline]
    fn by_history(&self) -> bool {
        self.game.repetition() == Repetition::ByHistory
    }

    #[inline]
    fn alike(&self, one: &G::Position, other: &G::Position) -> bool {
        self.game.alike(one, other)
    }

    #[inline]
    fn irreversible(&self, position: &G::Position, mv: G::Move) -> bool {
        self.game.irreversible(position, mv)
    }

    #[inline]
    fn mobility(&self, position: &G::Position, scratch: &mut Vec<G::Move>) -> usize {
        self.game.mobility(position, scratch)
    }

    #[inline]
    fn cheap_keys(&self) -> bool {
        self.game.cheap_keys()
    }

    #[inline]
    fn keys_after(&self, position: &G::Position, emit: &mut impl FnMut(u64)) {
        self.game.keys_after(position, &mut |key| emit(self.key_of(key)));
    }

    #[inline]
    fn expand(&self, position: &G::Position, emit: &mut impl FnMut(Child<G::Move>)) {
        if self.is_restricted() {
            return self.expand_restricted(position, &mut |child, _| emit(child));
        }
        self.game.successors(position, &mut |step, outcome, key| {
            emit(Child { step, status: self.status_of(outcome), key: self.key_of(key) });
        });
    }

    #[inline]
    fn expand_with_estimates(&self, position: &G::Position, emit: &mut impl FnMut(Child<G::Move>, Option<Estimate>)) {
        if self.is_restricted() {
            return self.expand_restricted(position, emit);
        }
        let kind = self.kind(position);
        self.game.successors_with_estimates(position, kind, &mut |step, outcome, key, estimate| {
            emit(Child { step, status: self.status_of(outcome), key: self.key_of(key) }, estimate);
        });
    }
}

/// The game's own hints; what it knows of values becomes what is known of the claim.
impl<G: Game> Hints<G::Position, G::Move> for Problem<'_, G> {
    const PASSES_ON: bool = true;

    fn known_from(&self) -> Option<String> {
        self.game.known_from()
    }

    #[inline]
    fn known(&self, position: &G::Position) -> Option<Known<G::Move>> {
        self.of_claim(self.game.known(position)?)
    }

    fn known_steps(&self, position: &G::Position, out: &mut Vec<(G::Move, Known<G::Move>)>) -> bool {
        let before = out.len();
        let all = self.game.known_steps(position, out);
        let told = out.split_off(before);
        out.extend(told.into_iter().filter_map(|(mv, known)| Some((mv, self.of_claim(known)?))));
        all
    }

    #[inline]
    fn has_estimates(&self) -> bool {
        self.game.has_estimates()
    }

    #[inline]
    fn estimate(&self, position: &G::Position, kind: Kind) -> Estimate {
        self.game.estimate(position, kind)
    }

    #[inline]
    fn estimate_after(&self, position: &G::Position, mv: G::Move, kind: Kind) -> Option<Estimate> {
        self.game.estimate_after(position, mv, kind)
    }

    #[inline]
    fn advantage(&self, position: &G::Position) -> i32 {
        self.game.advantage(position)
    }

    #[inline]
    fn cost(&self, position: &G::Position, mv: G::Move, kind: Kind) -> Estimate {
        self.game.cost(position, mv, kind)
    }

    #[inline]
    fn similar(&self, position: &G::Position, one: G::Move, other: G::Move) -> bool {
        self.game.similar(position, one, other)
    }

    #[inline]
    fn has_groups(&self) -> bool {
        self.game.has_groups()
    }

    #[inline]
    fn group(&self, position: &G::Position, mv: G::Move) -> Option<u8> {
        self.game.group(position, mv)
    }

    #[inline]
    fn has_attacks(&self) -> bool {
        self.game.has_attacks()
    }

    #[inline]
    fn attack(&self, position: &G::Position, mv: G::Move) -> Attack {
        self.game.attack(position, mv)
    }

    fn attacking_steps(&self, position: &G::Position, attack: Attack, out: &mut Vec<G::Move>) -> bool {
        self.game.attacking_steps(position, attack, out)
    }

    #[inline]
    fn is_dear(&self) -> bool {
        self.game.is_dear()
    }

    fn few_nodes(&self, position: &G::Position) -> Option<usize> {
        self.game.few_nodes(position)
    }

    #[inline]
    fn overcounts(&self) -> bool {
        self.game.overcounts()
    }

    #[inline]
    fn has_holdings(&self) -> bool {
        self.game.has_holdings()
    }

    #[inline]
    fn holding(&self, position: &G::Position, kind: Kind) -> Option<Holding> {
        self.game.holding(position, kind).map(|holding| self.salted(holding))
    }

    #[inline]
    fn holding_after(&self, position: &G::Position, mv: G::Move, kind: Kind) -> Option<Option<Holding>> {
        let held = self.game.holding_after(position, mv, kind)?;
        Some(held.map(|holding| self.salted(holding)))
    }

    #[inline]
    fn enough(&self, position: &G::Position, kind: Kind, proven: bool, children: &[(G::Move, Counts)]) -> Counts {
        self.game.enough(position, kind, proven, children)
    }

    #[inline]
    fn least_steps(&self, position: &G::Position, kind: Kind) -> u32 {
        self.game.least_steps(position, kind)
    }

    #[inline]
    fn least_steps_after(&self, position: &G::Position, mv: G::Move, kind: Kind) -> Option<u32> {
        self.game.least_steps_after(position, mv, kind)
    }
}
