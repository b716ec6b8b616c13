//! What a rule in words is about.

/// What a rule in words is about, so that one of them can be quoted whatever clauses it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// The cards.
    Shoe,
    /// The cut card and the shuffle.
    CutCard,
    /// The attack wager.
    Attack,
    /// Two hands whose second cards may be switched.
    Switch,
    /// What a player's blackjack is paid.
    Blackjack,
    /// Even money for a player's blackjack.
    EvenMoney,
    /// Insurance.
    Insurance,
    /// A dealer blackjack that is found before the players act.
    FoundBlackjack,
    /// A dealer blackjack that ends the round once the players have acted.
    LateBlackjack,
    /// The range of the hole card that the table is told.
    HoleCard,
    /// The hole card is put face up.
    ExposedHoleCard,
    /// Which hands may draw.
    Draw,
    /// Doubling down.
    Double,
    /// Splitting.
    Split,
    /// Surrender.
    Surrender,
    /// How the dealer draws.
    Dealer,
    /// A dealer total that returns wagers.
    Push,
    /// What winning hands and equal totals are paid.
    Settling,
    /// A player's 21 against a dealer's.
    TwentyOne,
    /// What becomes of a busted hand's wager.
    Busts,
    /// A total of 21 that is paid more.
    Bonus,
    /// Several players on one box.
    Sharing,
    /// A side wager.
    SideWager,
}
