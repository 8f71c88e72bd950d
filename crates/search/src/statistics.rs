//! What a search has done, and why it ended.

use std::fmt;

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// The root is solved.
    Solved,
    /// The time was up.
    Time,
    /// The nodes were used up.
    Nodes,
    /// The memory was used up.
    Memory,
    /// It was cancelled from outside.
    Cancelled,
    /// The root's value depends on unknown leaves, and nothing else is left to expand.
    UnknownLeaves,
    /// The search was as deep as it may be.
    Depth,
    /// By the rules, the value of a position depends on how it was reached, and the algorithm knows nothing of that.
    History,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Solved => "solved",
            StopReason::Time => "time",
            StopReason::Nodes => "nodes",
            StopReason::Memory => "memory",
            StopReason::Cancelled => "cancelled",
            StopReason::UnknownLeaves => "unknown leaves",
            StopReason::Depth => "depth",
            StopReason::History => "history",
        })
    }
}

/// What a search has done. Statistics of several searches can be merged into one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Nodes whose successors were generated; a node that is expanded again counts again.
    pub expanded: u64,
    /// Of these, how many it took to read the solution off what was remembered.
    pub reading: u64,
    /// Successors generated.
    pub generated: u64,
    /// The most bytes that were in use for what the search stored.
    pub memory: u64,
    /// The longest path from the root, in steps.
    pub depth: u32,
    /// Successors that the table knew something about.
    pub hits: u64,
    /// Entries in the table at the end.
    pub entries: u64,
    /// Entries that the table has room for.
    pub capacity: u64,
    /// Entries that turned out to be another node's, or wrong for another reason.
    pub false_hits: u64,
    /// Entries that had to make room for others in a full bucket.
    pub replaced: u64,
    /// Garbage collections of the table.
    pub collections: u64,
    /// Disproofs found on one path that hold on another, as following them there has shown.
    pub simulated: u64,
    /// Nodes solved by what solved a similar sibling.
    pub borrowed: u64,
    /// Nodes solved because the OR side holds more, or less, than in another node that was solved.
    pub dominated: u64,
    /// How often a depth-first search by proof numbers, while it stayed at a node, turned to another child than the one
    /// it had gone to before: the *seesaw effect*.
    pub seesaws: u64,
    /// In alpha-beta searches, all nodes visited, leaves too. With iterative deepening, only those at levels that no
    /// smaller depth has reached (the counting of Winands, Uiterwijk and van den Herik 2004).
    pub by_level: u64,
}

impl Statistics {
    /// Adds what a search has done that ran before or after this one.
    pub fn merge(&mut self, other: &Statistics) {
        self.expanded += other.expanded;
        self.reading += other.reading;
        self.generated += other.generated;
        self.memory = self.memory.max(other.memory);
        self.depth = self.depth.max(other.depth);
        self.hits += other.hits;
        self.entries = self.entries.max(other.entries);
        self.capacity = self.capacity.max(other.capacity);
        self.false_hits += other.false_hits;
        self.replaced += other.replaced;
        self.collections += other.collections;
        self.simulated += other.simulated;
        self.borrowed += other.borrowed;
        self.dominated += other.dominated;
        self.seesaws += other.seesaws;
        self.by_level += other.by_level;
    }
}
