//! Virtual connections by H-search (Anshelevich 2002).
//!
//! Two chains, cells or edges are **virtually connected** if their owner joins them although the other side moves first, and
//! **semi-connected** if it does when it moves first itself. The empty cells that this needs are the **carrier**. Neighbours are
//! connected with an empty carrier. Two rules find more:
//!
//! - **AND**: connections from one end to a middle and from there to another, whose carriers share nothing, make a connection
//!   if the middle is a chain, and a semi-connection by way of it if it is an empty cell.
//! - **OR**: semi-connections that have no cell in common to all make a connection.
//!
//! Each pair keeps a few connections only, and the search gives up after so much work: it finds less then, and nothing wrong.

use super::{Cells, Hex, each};
use provenum_game::Player;

/// The most connections and semi-connections that are kept for a pair.
const MOST_FULL: usize = 8;
const MOST_SEMI: usize = 16;
/// The most semi-connections that the OR rule joins.
const MOST_JOINED: usize = 4;
/// How many applications of the AND rule are tried at most, for each cell of the board.
const WORK_PER_CELL: u32 = 6_000;

/// How the edges of a player hang together.
#[derive(Clone, Debug, Default)]
pub(super) struct Joined {
    /// The carriers of connections.
    pub(super) full: Vec<Cells>,
    /// The carriers of semi-connections, and the cell with which each begins.
    pub(super) semi: Vec<(Cells, u8)>,
}

impl Joined {
    /// The cells that all semi-connections need: whoever wants to break them all must play there.
    pub(super) fn must_play(&self) -> Cells {
        self.semi.iter().fold(Cells::MAX, |cells, (carrier, _)| cells & carrier)
    }
}

/// The two edges come first among the ends.
const EDGES: usize = 2;

struct Search {
    /// The empty cell that an end is; nothing for chains and edges.
    cell: Vec<Cells>,
    full: Vec<Vec<Cells>>,
    semi: Vec<Vec<(Cells, u8)>>,
    /// Connections of which the consequences are still to be drawn.
    queue: Vec<(usize, usize, Cells)>,
    work: u32,
}

/// How a player's edges hang together, whoever is to move.
pub(super) fn joined(hex: &Hex, stones: &[Cells; 2], player: Player) -> Joined {
    let own = stones[player as usize];
    let free = hex.board & !(stones[0] | stones[1]);
    let edges = hex.edges(player);
    // What is next to each end: the edges with the chains that touch them, other chains, and empty cells.
    let mut ends: Vec<(Cells, Cells)> = Vec::new();
    let mut left = own;
    for edge in edges {
        let chain = hex.flood(edge, own);
        left &= !chain;
        ends.push((0, (edge | hex.beside(chain)) & free));
    }
    if hex.flood(edges[0], own) & edges[1] != 0 {
        return Joined { full: vec![0], semi: Vec::new() };
    }
    while left != 0 {
        let chain = hex.flood(left & left.wrapping_neg(), own);
        left &= !chain;
        ends.push((0, hex.beside(chain) & free));
    }
    ends.extend(each(free).map(|cell| (1 << cell, hex.beside(1 << cell) & free)));
    let count = ends.len();
    let mut search = Search {
        cell: ends.iter().map(|end| end.0).collect(),
        full: vec![Vec::new(); count * count],
        semi: vec![Vec::new(); count * count],
        queue: Vec::new(),
        work: WORK_PER_CELL * hex.size(),
    };
    // Chains of one player are never neighbours, so one of two is always a cell.
    for one in 0..count {
        for other in 0..one {
            if ends[other].1 & ends[one].0 != 0 {
                search.connect(one, other, 0);
            }
        }
    }
    search.run();
    let place = search.pair(0, 1);
    Joined { full: std::mem::take(&mut search.full[place]), semi: std::mem::take(&mut search.semi[place]) }
}

impl Search {
    #[inline]
    fn pair(&self, one: usize, other: usize) -> usize {
        one.min(other) * self.cell.len() + one.max(other)
    }

    /// Draws all consequences, shortest carriers first.
    fn run(&mut self) {
        let mut at = 0;
        while at < self.queue.len() {
            let (one, other, carrier) = self.queue[at];
            at += 1;
            // It may have been replaced by a better one since.
            if !self.full[self.pair(one, other)].contains(&carrier) {
                continue;
            }
            for (end, middle) in [(one, other), (other, one)] {
                if middle < EDGES {
                    continue;
                }
                for far in 0..self.cell.len() {
                    if far == end || far == middle || carrier & self.cell[far] != 0 {
                        continue;
                    }
                    let place = self.pair(middle, far);
                    for index in 0..self.full[place].len() {
                        let Some(left) = self.work.checked_sub(1) else { return };
                        self.work = left;
                        let Some(&beyond) = self.full[place].get(index) else { break };
                        if carrier & beyond != 0 || beyond & self.cell[end] != 0 {
                            continue;
                        }
                        match self.cell[middle] {
                            0 => self.connect(end, far, carrier | beyond),
                            cell => self.semi_connect(end, far, carrier | beyond | cell, cell.trailing_zeros() as u8),
                        }
                    }
                    if !self.full[self.pair(one, other)].contains(&carrier) {
                        break;
                    }
                }
            }
        }
    }

    fn connect(&mut self, one: usize, other: usize, carrier: Cells) {
        let place = self.pair(one, other);
        let full = &mut self.full[place];
        if full.iter().any(|known| known & carrier == *known) {
            return;
        }
        full.retain(|known| known & carrier != carrier);
        if full.len() == MOST_FULL {
            return;
        }
        full.push(carrier);
        self.queue.push((one, other, carrier));
    }

    fn semi_connect(&mut self, one: usize, other: usize, carrier: Cells, key: u8) {
        let place = self.pair(one, other);
        let covered = |known: &Cells| known & carrier == *known;
        if self.full[place].iter().any(covered) || self.semi[place].iter().any(|(known, _)| covered(known)) {
            return;
        }
        self.semi[place].retain(|(known, _)| known & carrier != carrier);
        if self.semi[place].len() == MOST_SEMI {
            return;
        }
        let mut found = Vec::new();
        join(&self.semi[place], carrier, carrier, MOST_JOINED - 1, &mut found);
        self.semi[place].push((carrier, key));
        found.into_iter().for_each(|carrier| self.connect(one, other, carrier));
    }
}

/// The unions of what is given with others, if nothing is common to all of them.
fn join(others: &[(Cells, u8)], common: Cells, all: Cells, most: usize, found: &mut Vec<Cells>) {
    for (index, (carrier, _)) in others.iter().enumerate() {
        let rest = common & carrier;
        if rest == 0 {
            found.push(all | carrier);
        } else if most > 1 && rest != common {
            join(&others[index + 1..], rest, all | carrier, most - 1, found);
        }
        if found.len() > MOST_FULL {
            return;
        }
    }
}
