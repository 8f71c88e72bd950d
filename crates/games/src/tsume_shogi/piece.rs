//! Colours, kinds of pieces, and pieces in hand.

/// A side. Black moves up the board, towards rank a, and is written in capitals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// Sente, `b` in SFEN.
    Black,
    /// Gote, `w` in SFEN.
    White,
}

impl Colour {
    /// Both colours.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// This side's and the other's in the order of the colours.
    #[inline]
    pub(super) fn ordered<T>(self, own: T, other: T) -> [T; 2] {
        match self {
            Colour::Black => [own, other],
            Colour::White => [other, own],
        }
    }
}

/// What a piece is. Its number fits four bits, the highest of which says that it is promoted; the king takes the number that
/// a promoted gold would have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Kind(pub(super) u8);

impl Kind {
    /// No piece at all.
    pub(super) const NONE: Kind = Kind(0);
    /// Fu.
    pub const PAWN: Kind = Kind(1);
    /// Kyosha.
    pub const LANCE: Kind = Kind(2);
    /// Keima.
    pub const KNIGHT: Kind = Kind(3);
    /// Gin.
    pub const SILVER: Kind = Kind(4);
    /// Kin.
    pub const GOLD: Kind = Kind(5);
    /// Kaku.
    pub const BISHOP: Kind = Kind(6);
    /// Hisha.
    pub const ROOK: Kind = Kind(7);
    /// Tokin, and the first of the promoted pieces.
    pub const PROMOTED_PAWN: Kind = Kind(9);
    /// Narikyo.
    pub const PROMOTED_LANCE: Kind = Kind(10);
    /// Narikei.
    pub const PROMOTED_KNIGHT: Kind = Kind(11);
    /// Narigin.
    pub const PROMOTED_SILVER: Kind = Kind(12);
    /// Gyoku.
    pub const KING: Kind = Kind(13);
    /// Uma, the promoted bishop.
    pub const HORSE: Kind = Kind(14);
    /// Ryu, the promoted rook.
    pub const DRAGON: Kind = Kind(15);

    pub(super) const PROMOTED: u8 = 8;

    /// The kinds that can be held in hand, the most valuable first, as SFEN lists them.
    pub const IN_HAND: [Kind; 7] =
        [Kind::ROOK, Kind::BISHOP, Kind::GOLD, Kind::SILVER, Kind::KNIGHT, Kind::LANCE, Kind::PAWN];

    /// The same, the cheapest first.
    #[inline]
    pub(super) fn from_hand() -> impl Iterator<Item = Kind> {
        (Kind::PAWN.0..=Kind::ROOK.0).map(Kind)
    }

    /// Whether pieces of this kind can promote.
    #[inline]
    #[must_use]
    pub const fn can_promote(self) -> bool {
        self.0 < Kind::PROMOTED && self.0 != Kind::GOLD.0
    }

    /// What a piece that can promote becomes.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Kind {
        Kind(self.0 | Kind::PROMOTED)
    }

    /// What a piece other than the king is once it is captured.
    #[inline]
    #[must_use]
    pub const fn unpromoted(self) -> Kind {
        Kind(self.0 & !Kind::PROMOTED)
    }

    /// Whether it is a promoted piece.
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        self.0 > Kind::PROMOTED && self.0 != Kind::KING.0
    }

    /// How many pieces of this kind, promoted or not, a set of shogi has.
    #[must_use]
    pub const fn in_a_set(self) -> u32 {
        match self {
            Kind::KING | Kind::BISHOP | Kind::ROOK => 2,
            Kind::PAWN => 18,
            _ => 4,
        }
    }
}

/// Pieces in hand: a small number for each kind, with a bit above it that is 0, so that hands are compared in one go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand(pub(super) u32);

impl Hand {
    /// No piece.
    pub const EMPTY: Hand = Hand(0);

    /// Where the number of a kind begins: 5 bits for pawns, 3 for lances to golds, 2 for bishops and rooks, and one bit
    /// more for each.
    const SHIFT: [u32; 8] = [0, 0, 6, 10, 14, 18, 22, 25];
    /// One piece of each kind, and none.
    const ONE: [u32; 8] = [0, 1, 1 << 6, 1 << 10, 1 << 14, 1 << 18, 1 << 22, 1 << 25];
    /// The bit above each number.
    const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

    /// How many pieces of an unpromoted kind it holds.
    #[inline]
    #[must_use]
    pub const fn count(self, kind: Kind) -> u32 {
        let shift = Hand::SHIFT[(kind.0 & 7) as usize];
        let guard = Hand::GUARDS >> shift;
        // The bits below the next guard.
        self.0 >> shift & ((guard & guard.wrapping_neg()) - 1)
    }

    /// Whether it holds a piece that may be dropped on every empty square: a silver, a gold, a bishop or a rook.
    #[inline]
    #[must_use]
    pub(super) const fn has_any_that_moves_everywhere(self) -> bool {
        self.0 >> Hand::SHIFT[Kind::SILVER.0 as usize] != 0
    }

    /// The hand with one more piece, or the same if it is none.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: Kind) -> Hand {
        Hand(self.0 + Hand::ONE[(kind.0 & 7) as usize])
    }

    /// The hand with one piece less; it must hold one.
    #[inline]
    #[must_use]
    pub const fn without(self, kind: Kind) -> Hand {
        Hand(self.0 - Hand::ONE[(kind.0 & 7) as usize])
    }

    /// Whether it holds at least as many pieces of every kind as the other.
    #[inline]
    #[must_use]
    pub const fn covers(self, other: Hand) -> bool {
        ((self.0 | Hand::GUARDS) - other.0) & Hand::GUARDS == Hand::GUARDS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_count_every_kind_by_itself() {
        let mut hand = Hand::EMPTY;
        for kind in Kind::IN_HAND {
            for count in 1..=kind.in_a_set() {
                hand = hand.with(kind);
                assert_eq!(hand.count(kind), count);
            }
        }
        assert!(Kind::IN_HAND.iter().all(|&kind| hand.count(kind) == kind.in_a_set()));
        let less = hand.without(Kind::LANCE);
        assert_eq!((less.count(Kind::LANCE), less.count(Kind::KNIGHT)), (3, 4));
    }

    #[test]
    fn a_hand_covers_what_it_holds() {
        let lance = Hand::EMPTY.with(Kind::LANCE);
        let more = lance.with(Kind::PAWN).with(Kind::ROOK);
        assert!(more.covers(lance) && more.covers(more) && more.covers(Hand::EMPTY));
        assert!(!lance.covers(more) && !lance.covers(Hand::EMPTY.with(Kind::PAWN)));
        assert!(!more.covers(lance.with(Kind::LANCE)));
    }
}
