//! A certificate to look at and to check: what it claims, its lines, its tree, and what it says of a position.

use crate::draw::Caption;
use crate::ending::{ending, named, winner};
use crate::game::{AnyPosition, Hidden};
use crate::known::{self, Known};
use crate::report::{by_name, written_line};
use crate::text::{count, printable, within};
use provenum_game::{AndOr, Asks, Claim, Game, InputError, Kind, Player, Problem};
use provenum_proof::{Certificate, Checked, Flaw, Options, ProofKind, Section, Subject, View};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// A certificate of any game. What it says is shown; only [`Proof::check`] says whether it is right. Sections count from 0.
pub trait Proof: Send + Sync {
    /// What it is about.
    fn subject(&self) -> &Subject;
    /// The board of the position it is about.
    fn board(&self) -> String;
    /// That the game is over there and who won, if it is.
    fn ending(&self) -> Option<String>;
    /// How many claims it has.
    fn sections(&self) -> usize;
    /// What a section claims. With `walk`, also what takes a walk through the whole proof to know.
    fn claim(&self, section: usize, walk: bool) -> Option<ShownClaim>;
    /// What a section says of a position in the game's notation.
    fn look_up(&self, section: usize, position: &str) -> Result<Option<LookedUp>, InputError>;
    /// The top of a section's tree, breadth first: at most so many moves deep and so many positions.
    fn tree(&self, section: usize, depth: usize, most: usize) -> Vec<TreeNode>;
    /// The same below the position after these moves.
    fn tree_after(
        &self,
        section: usize,
        line: &[String],
        depth: usize,
        most: usize,
    ) -> Result<Vec<TreeNode>, InputError>;
    /// What all sections together say of the position after these moves, and of every move there.
    fn at(&self, line: &[String]) -> Result<Known, InputError>;
    /// What a picture of a section's tree says of it.
    fn caption(&self, section: usize) -> Option<Caption>;
    /// Checks it with so many threads. Is told how many of how many positions are done.
    fn check(&self, threads: usize, progress: &(dyn Fn(u64, u64) + Sync)) -> Judgement;
}

/// A claim of a certificate.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShownClaim {
    /// Which section it is, counted from 1.
    pub section: usize,
    /// Who claims.
    pub player: String,
    /// The least value claimed.
    pub at_least: i32,
    /// Whether the section says that the claim holds, or that it does not.
    pub holds: bool,
    /// How that is shown.
    pub kind: String,
    /// Listed positions.
    pub positions: u64,
    /// In a strategy, the most moves to the end.
    pub longest: Option<u32>,
    /// In a delay, for how many moves it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
    /// What takes a walk through the whole proof to know.
    #[serde(flatten)]
    pub walk: Option<Walk>,
    /// The claim in words.
    #[serde(skip)]
    pub words: String,
}

/// What takes a walk through the whole proof to know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Walk {
    /// The principal variation.
    pub line: Vec<String>,
    /// Positions first reached after 0, 1, 2, … moves.
    pub per_depth: Vec<u64>,
    /// Replies that the other side has on average.
    pub branching: f64,
}

/// What a section says of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LookedUp {
    /// The position in the game's notation.
    pub position: String,
    /// Whether it is listed.
    pub listed: bool,
    /// Within how many moves the goal is reached; in strategies only.
    pub rank: Option<u32>,
    /// The move to make.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Whose turn it is, or that it is nobody's any more.
    pub turn: Turn,
    /// Who won, if the game is over: `first`, `second` or `nobody`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Of the other side's moves, how many the proof answers, or end the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<Replies>,
    /// The board as text.
    #[serde(skip)]
    pub board: String,
    /// That the game is over and who won, if it is.
    #[serde(skip)]
    pub ending: Option<String>,
}

/// Whose turn it is in a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// Of the side whose moves are listed.
    Answering,
    /// Of the other side.
    Other,
    /// The game is over.
    Over,
}

/// How many replies are answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Replies {
    /// So many.
    pub answered: usize,
    /// Of so many.
    pub all: usize,
}

/// A position of the top of a proof's tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TreeNode {
    /// The place of the position before it in the list; none at the root.
    pub parent: Option<usize>,
    /// The move that leads here; none at the root.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The board as text.
    pub board: String,
    /// Whether the side whose moves are listed is to move here.
    pub answering: bool,
    /// Within how many moves the goal is reached at the latest, where that is listed.
    pub rank: Option<u32>,
    /// Whether the game is over here.
    pub over: bool,
    /// Who won, if it is: `first`, `second` or `nobody`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Whether positions that follow were left out.
    pub cut: bool,
}

/// What the checker says of a certificate.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// What was verified, or the first thing that is wrong.
    pub claims: Result<Vec<VerifiedClaim>, Fault>,
    /// Seconds on the clock.
    pub seconds: f64,
}

/// A claim that was settled by the rules alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VerifiedClaim {
    /// Who claims.
    pub player: String,
    /// The least value claimed.
    pub at_least: i32,
    /// Whether the claim holds.
    pub holds: bool,
    /// How that is shown.
    pub kind: String,
    /// Listed positions.
    pub positions: u64,
    /// Moves that were made to check them.
    pub moves: u64,
    /// In a strategy, the length of the longest line at most.
    pub longest: Option<u32>,
    /// In a delay, for how many moves it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
    /// The claim in words.
    #[serde(skip)]
    pub words: String,
}

/// The first thing that is wrong with a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// Which section it is in, counted from 1; none if the whole file is wrong.
    pub section: Option<usize>,
    /// What is wrong.
    pub problem: String,
    /// The position in question.
    pub position: Option<String>,
    /// The moves from there that show it: one, or the listed move and a reply.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The board as text.
    #[serde(skip)]
    pub board: Option<String>,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.problem)
    }
}

impl std::error::Error for Fault {}

/// What is shown below a node: the one step that the proof takes, or all.
fn followed(answers: bool, step: &str) -> String {
    if answers { format!("the {step} in the proof follows") } else { format!("all {step}s follow") }
}

/// The parameters of the game that a certificate is about, by name.
#[must_use]
pub fn parameters(subject: &Subject) -> BTreeMap<String, String> {
    by_name(&subject.parameters)
}

/// The game with its parameters, on one line.
#[must_use]
pub fn title(subject: &Subject) -> String {
    let parameters = subject.parameters.iter().map(|(name, value)| format!(" · {name} {value}"));
    printable(&(subject.game.clone() + &parameters.collect::<String>()))
}

pub(crate) struct OpenProof {
    game: Hidden,
    root: AnyPosition,
    certificate: Arc<Certificate>,
}

impl OpenProof {
    pub(crate) fn new(game: Hidden, root: AnyPosition, certificate: Arc<Certificate>) -> OpenProof {
        OpenProof { game, root, certificate }
    }

    fn problem(&self, section: &Section) -> Problem<'_, Hidden> {
        Problem::new(&self.game, section.claim)
    }

    /// What a claim says.
    fn in_words(&self, claim: Claim) -> String {
        let Claim { player, at_least } = claim;
        match (self.game.0.info().asks, self.game.values().word(at_least)) {
            (Asks::RootProven, Some("win")) => "the root is proven".to_owned(),
            (Asks::Goal(goal), Some("win")) => goal.to_owned(),
            (_, Some("win")) => format!("the {player} player wins"),
            (_, Some(word)) => format!("the {player} player achieves at least a {word}"),
            (_, None) => claim.to_string(),
        }
    }

    fn verified(&self, checked: &Checked) -> VerifiedClaim {
        VerifiedClaim {
            player: checked.claim.player.to_string(),
            at_least: checked.claim.at_least,
            holds: checked.holds,
            kind: checked.kind.to_string(),
            positions: checked.positions,
            moves: checked.moves,
            longest: checked.longest,
            within: checked.within,
            words: self.in_words(checked.claim),
        }
    }

    fn fault(&self, flaw: Flaw) -> Fault {
        let position = flaw.code.as_ref().and_then(|code| self.game.decode(code));
        let section = flaw.section.and_then(|section| self.certificate.sections.get(section));
        let mv = position.as_ref().zip(section).zip(flaw.after.as_ref());
        Fault {
            section: flaw.section.map(|section| section + 1),
            problem: flaw.problem,
            position: position.as_ref().map(|position| self.game.0.format_position(position)),
            mv: mv.and_then(|((position, section), after)| self.moves_to(section, position, after)),
            board: position.as_ref().map(|position| self.game.0.draw(position)),
        }
    }

    /// The moves from a listed position to the one that is wrong: any move of the other side, or the listed move and, if that
    /// leads to a position that is not listed itself, the reply.
    fn moves_to(&self, section: &Section, from: &AnyPosition, code: &[u8]) -> Option<String> {
        let (game, problem) = (&self.game, self.problem(section));
        let view = View::new(section, &problem, self.root.clone());
        let to = game.decode(code)?;
        let step = |from: &AnyPosition| {
            let mut moves = Vec::new();
            game.moves(from, &mut moves);
            moves.into_iter().find(|&mv| game.play(from, mv) == to).map(|mv| game.0.format_move(from, mv))
        };
        let Some(listed) = view.step(from) else { return step(from) };
        let next = game.play(from, listed);
        let first = game.0.format_move(from, listed);
        if next == to { Some(first) } else { step(&next).map(|reply| format!("{first} {reply}")) }
    }

    /// A board for the tree. A node of a graph is drawn as the outline of all that lies below it, which is what the tree
    /// shows anyway.
    fn short_board(&self, position: &AnyPosition) -> String {
        let mut board = self.game.0.draw(position);
        if self.game.0.info().asks == Asks::RootProven {
            board.truncate(board.lines().next().map_or(0, str::len));
        }
        board
    }
}

impl Proof for OpenProof {
    fn subject(&self) -> &Subject {
        &self.certificate.subject
    }

    fn board(&self) -> String {
        self.game.0.draw(&self.root)
    }

    fn ending(&self) -> Option<String> {
        ending(&self.game, &self.root)
    }

    fn sections(&self) -> usize {
        self.certificate.sections.len()
    }

    fn claim(&self, number: usize, walk: bool) -> Option<ShownClaim> {
        let section = self.certificate.sections.get(number)?;
        let problem = self.problem(section);
        let view = View::new(section, &problem, self.root.clone());
        let rank = view.rank(&self.root).unwrap_or(0);
        let walk = walk.then(|| {
            let (line, _) = written_line(&self.game, &self.root, &view.line());
            let shape = view.shape();
            Walk { line, per_depth: shape.per_depth, branching: shape.branching }
        });
        Some(ShownClaim {
            section: number + 1,
            player: section.claim.player.to_string(),
            at_least: section.claim.at_least,
            holds: problem.verdict(section.kind.status()) == Some(true),
            kind: section.kind.to_string(),
            positions: section.records.len() as u64,
            longest: (section.kind == ProofKind::Strategy).then_some(rank),
            within: (section.kind == ProofKind::Delay).then_some(rank),
            walk,
            words: self.in_words(section.claim),
        })
    }

    fn look_up(&self, number: usize, text: &str) -> Result<Option<LookedUp>, InputError> {
        let Some(section) = self.certificate.sections.get(number) else { return Ok(None) };
        let (game, problem) = (&self.game, self.problem(section));
        let view = View::new(section, &problem, self.root.clone());
        let position = game.0.read(Some(text))?;
        let turn = if !view.is_open(&position) {
            Turn::Over
        } else if view.is_answering(&position) {
            Turn::Answering
        } else {
            Turn::Other
        };
        let record = view.record(&position);
        let replies = (turn == Turn::Other).then(|| {
            let mut moves = Vec::new();
            problem.steps(&position, &mut moves);
            let answered = |&&mv: &&u32| {
                let next = game.play(&position, mv);
                !view.is_open(&next) || view.rank(&next).is_some()
            };
            Replies { answered: moves.iter().filter(answered).count(), all: moves.len() }
        });
        Ok(Some(LookedUp {
            position: game.0.format_position(&position),
            listed: record.is_some(),
            rank: view.rank(&position).filter(|_| section.kind == ProofKind::Strategy),
            mv: view.step(&position).map(|mv| game.0.format_move(&position, mv)),
            turn,
            winner: winner(game, &position).map(str::to_owned),
            replies,
            board: game.0.draw(&position),
            ending: ending(game, &position),
        }))
    }

    fn at(&self, line: &[String]) -> Result<Known, InputError> {
        let position = self.game.after(&self.root, line)?;
        Ok(known::at(&self.game, &self.root, &self.certificate, &position))
    }

    fn tree(&self, number: usize, depth: usize, most: usize) -> Vec<TreeNode> {
        self.tree_after(number, &[], depth, most).unwrap_or_default()
    }

    fn tree_after(
        &self,
        number: usize,
        line: &[String],
        depth: usize,
        most: usize,
    ) -> Result<Vec<TreeNode>, InputError> {
        let position = self.game.after(&self.root, line)?;
        let Some(section) = self.certificate.sections.get(number) else { return Ok(Vec::new()) };
        let problem = self.problem(section);
        let branches = View::new(section, &problem, position).tree(depth, most);
        let name = |parent: usize, mv: u32| self.game.0.format_move(&branches[parent].node, mv);
        let node = |branch: &provenum_proof::Branch<AnyPosition, u32>| TreeNode {
            parent: branch.parent,
            mv: branch.parent.zip(branch.step).map(|(parent, mv)| name(parent, mv)),
            board: self.short_board(&branch.node),
            answering: branch.answering,
            rank: branch.rank,
            over: branch.over,
            winner: winner(&self.game, &branch.node).map(str::to_owned),
            cut: branch.cut,
        };
        Ok(branches.iter().map(node).collect())
    }

    fn caption(&self, number: usize) -> Option<Caption> {
        let section = self.certificate.sections.get(number)?;
        let (game, problem) = (&self.game, self.problem(section));
        let shown = self.claim(number, false)?;
        let verdict = if shown.holds { "holds" } else { "does not hold" };
        let listed = count(shown.positions, "position");
        let within = within(shown.within);
        let claim = format!("{}: {verdict}{within}, by a {} of {listed} (not checked here)", shown.words, shown.kind);
        let graph = game.0.info().asks == Asks::RootProven;
        let or_answers = section.kind.succeeds() == Kind::Or;
        let role = |kind: Kind, player: Player| {
            let answers = (kind == Kind::Or) == or_answers;
            match (graph, kind) {
                (true, Kind::Or) => format!("one proven successor is enough; {}", followed(answers, "successor")),
                (true, Kind::And) => format!("all successors must be proven; {}", followed(answers, "successor")),
                _ => format!("{} to move; {}", named(game, player), followed(answers, "move")),
            }
        };
        let progress = problem.progress_side();
        let players = match (graph, ending(game, &self.root)) {
            (true, _) => String::new(),
            (_, Some(ending)) => ending,
            (_, None) => {
                let side = |player: Player| game.0.side(player).map(|side| format!("the {player} player is {side}; "));
                let sides: String = Player::BOTH.into_iter().filter_map(side).collect();
                format!("{sides}the {} player is to move", game.to_move(&self.root))
            }
        };
        Some(Caption {
            title: title(self.subject()),
            claim,
            players,
            or: role(Kind::Or, progress),
            and: role(Kind::And, progress.opponent()),
            or_answers,
            end: if graph { "a leaf" } else { "the game is over" }.to_owned(),
            signs: Player::BOTH.map(|player| game.0.side(player).filter(|_| !graph)),
        })
    }

    fn check(&self, threads: usize, progress: &(dyn Fn(u64, u64) + Sync)) -> Judgement {
        let begin = Instant::now();
        let checked =
            self.game.0.check(&self.certificate, &self.root, Options { threads, progress, ..Options::default() });
        let seconds = begin.elapsed().as_secs_f64();
        let claims = match checked {
            Ok(claims) => Ok(claims.iter().map(|claim| self.verified(claim)).collect()),
            Err(flaw) => Err(self.fault(flaw)),
        };
        Judgement { claims, seconds }
    }
}
