//! The game as an implementation may have it that plays by another rule or has one fault: what such an engine would answer.
//!
//! A record is followed move by move, captures and repetition included. A cause of disagreements is one of these, and it is held
//! against every answer of the engine ([`super::hypotheses`]).

use super::{MoveRecord, Question};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};
use crate::gtp::game::{Legality, Move};
use crate::law::{History, KoRule, PlayingRules, RuleSet};

/// Which plays are refused for repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// Those that one of these rules refuses.
    Rules(&'static [KoRule]),
    /// Those that bring back a position which the same player has brought about by a play before (natural situational superko).
    Natural,
    /// Those that a rule refuses, of the plays that capture.
    AtCaptures(KoRule),
    /// Those on the point on which the last play has taken a single stone, whatever they take.
    Point,
}

/// Which suicides are moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suicide {
    /// None.
    Never,
    /// Those of several stones.
    OfSeveral,
    /// All.
    Always,
}

/// What is done otherwise than any text has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A play on an occupied point is legal.
    Occupied,
    /// A single stone that takes itself off is a move, though a rule on repetition refuses it.
    LoneSuicide,
    /// A stone without liberty is refused before it is looked whether it captures.
    LibertyFirst,
    /// A play on a point whose neighbours are all the player's own stones is refused.
    OwnEye,
    /// Captured stones stay on the board.
    KeepsCaptured,
    /// Of several strings captured at once one is removed: the first, with the neighbours looked at in this order.
    OneString([usize; 4]),
    /// Strings of several stones are not captured.
    SinglesOnly,
    /// A string at the edge is never without liberty.
    EdgeIsLiberty,
    /// The last point of a row is a neighbour of the first point of the next.
    Wraps,
    /// A captured string counts once for each of its stones beside the play.
    TouchedTwice,
    /// A captured string counts as one stone.
    CountsStrings,
    /// Captures count for the other player.
    Exchanged,
    /// Only the stones of the last capture count.
    LastCapture,
    /// Nothing is taken back.
    UndoNothing,
    /// The stone played is taken back, and the stones that it captured are not put back.
    UndoStoneOnly,
}

impl Fault {
    /// Whether it is about how many stones are counted as captured, and nothing else.
    #[must_use]
    pub fn is_of_captures(self) -> bool {
        matches!(self, Fault::TouchedTwice | Fault::CountsStrings | Fault::Exchanged | Fault::LastCapture)
    }
}

/// The rules of play of an implementation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// See [`Repetition`].
    pub repetition: Repetition,
    /// See [`Suicide`].
    pub suicide: Suicide,
    /// Rules on repetition mind nothing that was before the first pass.
    pub free_pass: bool,
    /// See [`Fault`].
    pub fault: Option<Fault>,
}

impl Variant {
    /// The rules of a rule set, without fault.
    #[must_use]
    pub fn of(rules: &RuleSet) -> Variant {
        let PlayingRules { repetition, suicide, unchanged, ending, .. } = rules.text.playing(rules);
        let suicide = match (suicide, unchanged) {
            (Some(_), _) => Suicide::Never,
            (None, Some(_)) => Suicide::OfSeveral,
            // The rule on repetition refuses that of one stone.
            (None, None) => Suicide::Always,
        };
        Variant { repetition: Repetition::Rules(repetition), suicide, free_pass: ending.free_pass, fault: None }
    }

    /// Any play on an empty point, whatever it repeats or takes off.
    #[must_use]
    pub fn least() -> Variant {
        let Legality { repetition, .. } = Legality::LEAST;
        let repetition = Repetition::Rules(repetition);
        Variant { repetition, suicide: Suicide::Always, free_pass: false, fault: None }
    }

    /// What an engine of this kind answers to a question about the game itself, in the form of a right answer; `None` if it would
    /// not follow the record, or of a question about its end.
    #[must_use]
    pub fn answer(self, record: &MoveRecord, question: &Question) -> Option<String> {
        let game = self.follow(record)?;
        Some(match question {
            Question::Legal(player, p) => u8::from(game.result(*player, *p).is_some()).to_string(),
            Question::Stones => game.position.to_string(),
            Question::Undo(made) => game.undone(*made)?.to_string(),
            Question::Captures => {
                let [black, white] = game.captured;
                format!("black {black} white {white}")
            }
            Question::Score | Question::Status(_) => return None,
        })
    }

    /// The game of a record; `None` if a move of it is refused.
    #[must_use]
    pub fn follow(self, record: &MoveRecord) -> Option<Played> {
        let mut game = Played::new(self, record.grid);
        record.moves.iter().try_for_each(|&made| game.make(made))?;
        Some(game)
    }

    /// The move of a record that is refused first, if one is.
    #[must_use]
    pub fn refuses(self, record: &MoveRecord) -> Option<usize> {
        let mut game = Played::new(self, record.grid);
        record.moves.iter().position(|&made| game.make(made).is_none())
    }
}

/// A game as such an implementation has it.
#[derive(Clone, Debug)]
pub struct Played {
    variant: Variant,
    /// The board.
    pub position: PlainPosition,
    /// The stones each player has captured, as they are counted.
    pub captured: [i32; 2],
    history: History<PlainPosition>,
    /// Who has brought about which position by a play.
    made: Vec<(Colour, PlainPosition)>,
    /// Where the last move has taken a single stone.
    ko: Option<usize>,
}

/// What a play does.
struct Result {
    after: PlainPosition,
    /// Opposing stones removed.
    removed: Vec<usize>,
    /// Their number, as it is counted.
    counted: i32,
}

impl Played {
    fn new(variant: Variant, grid: Grid) -> Played {
        let position = PlainPosition::new(grid);
        let history = History::new(&position, Colour::Black, 0);
        Played { variant, position, captured: [0; 2], history, made: Vec::new(), ko: None }
    }

    fn is(&self, fault: Fault) -> bool {
        self.variant.fault == Some(fault)
    }

    /// The neighbours of a point, up, left, right, down, where there are such.
    fn around(&self, p: usize) -> [Option<usize>; 4] {
        let grid = self.position.grid();
        let (cols, all) = (grid.cols(), grid.len());
        let (first, last) = (p.is_multiple_of(cols), p % cols == cols - 1);
        let wraps = self.is(Fault::Wraps);
        [
            p.checked_sub(cols),
            p.checked_sub(1).filter(|_| !first || wraps),
            Some(p + 1).filter(|&q| q < all && (!last || wraps)),
            Some(p + cols).filter(|&q| q < all),
        ]
    }

    /// The string on a point, and whether it has a liberty.
    fn string(&self, cells: &[Option<Colour>], p: usize) -> (Vec<usize>, bool) {
        let (mut string, mut next, mut free) = (vec![p], 0, false);
        while next < string.len() {
            let around = self.around(string[next]);
            free |= self.is(Fault::EdgeIsLiberty) && around.contains(&None);
            for q in around.into_iter().flatten() {
                if cells[q].is_none() {
                    free = true;
                } else if cells[q] == cells[p] && !string.contains(&q) {
                    string.push(q);
                }
            }
            next += 1;
        }
        (string, free)
    }

    /// What a play leads to; `None` if it is refused.
    fn result(&self, player: Colour, p: usize) -> Option<Result> {
        let result = self.placed(player, p)?;
        let since = if self.variant.free_pass { self.history.first_pass() } else { 0 };
        if self.is(Fault::LoneSuicide) && result.after == self.position {
            return Some(result);
        }
        let refuses = |rule: KoRule| self.history.refuses_since(rule, player, &result.after, since).is_some();
        let refused = match self.variant.repetition {
            Repetition::Rules(rules) => rules.iter().any(|rule| refuses(*rule)),
            Repetition::Natural => self.made.iter().any(|(by, after)| *by == player && *after == result.after),
            Repetition::AtCaptures(rule) => !result.removed.is_empty() && refuses(rule),
            Repetition::Point => self.ko == Some(p),
        };
        (!refused).then_some(result)
    }

    /// The same without the rules on repetition.
    fn placed(&self, player: Colour, p: usize) -> Option<Result> {
        let mut cells = self.position.cells().to_vec();
        if cells[p].is_some() && !self.is(Fault::Occupied) {
            return None;
        }
        let around = self.around(p);
        if self.is(Fault::OwnEye) && around.into_iter().flatten().all(|q| cells[q] == Some(player)) {
            return None;
        }
        cells[p] = Some(player);
        if self.is(Fault::LibertyFirst) && !self.string(&cells, p).1 {
            return None;
        }
        let order = if let Some(Fault::OneString(order)) = self.variant.fault { order } else { [0, 1, 2, 3] };
        let (mut strings, mut touched): (Vec<Vec<usize>>, Vec<usize>) = (Vec::new(), Vec::new());
        for q in order.into_iter().filter_map(|i| around[i]).filter(|&q| cells[q] == Some(player.opponent())) {
            let (string, free) = self.string(&cells, q);
            if free || self.is(Fault::SinglesOnly) && string.len() > 1 {
                continue;
            }
            touched.push(string.len());
            if !strings.iter().any(|known| known.contains(&q)) {
                strings.push(string);
            }
        }
        if matches!(self.variant.fault, Some(Fault::OneString(_))) {
            strings.truncate(1);
        }
        let removed = strings.concat();
        let counted = match self.variant.fault {
            Some(Fault::TouchedTwice) => touched.iter().sum(),
            Some(Fault::CountsStrings) => strings.len(),
            _ => removed.len(),
        };
        if self.is(Fault::KeepsCaptured) {
            // It has found that they are captured, so that the stone stands.
        } else {
            removed.iter().for_each(|&q| cells[q] = None);
            let (own, free) = self.string(&cells, p);
            if !free {
                match self.variant.suicide {
                    Suicide::Never => return None,
                    Suicide::OfSeveral if own.len() == 1 => return None,
                    _ => own.iter().for_each(|&q| cells[q] = None),
                }
            }
        }
        let after = PlainPosition::from_cells(self.position.grid(), cells)?;
        Some(Result { after, removed, counted: counted as i32 })
    }

    /// Makes a move; `None`, and nothing done, if it is refused.
    fn make(&mut self, made: Move) -> Option<()> {
        let Move { player, point } = made;
        let Some(p) = point else {
            self.history.pass(player, 0);
            self.ko = None;
            return Some(());
        };
        let Result { after, removed, counted } = self.result(player, p)?;
        self.history.play(player, &after, 0);
        self.made.push((player, after.clone()));
        self.ko = if let [one] = removed[..] { Some(one) } else { None };
        let credited = if self.is(Fault::Exchanged) { player.opponent() } else { player };
        if self.is(Fault::LastCapture) && counted > 0 {
            self.captured = [0; 2];
        }
        self.captured[credited.index()] += counted;
        self.position = after;
        Some(())
    }

    /// The board after a move and its undoing.
    fn undone(&self, made: Move) -> Option<PlainPosition> {
        let mut after = self.clone();
        after.make(made)?;
        match (self.variant.fault, made.point) {
            (Some(Fault::UndoNothing), _) => Some(after.position),
            (Some(Fault::UndoStoneOnly), Some(p)) => {
                let mut cells = after.position.cells().to_vec();
                cells[p] = None;
                PlainPosition::from_cells(self.position.grid(), cells)
            }
            _ => Some(self.position.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::reference::replay;
    use crate::check::suites::random_game;
    use crate::law::Text;
    use crate::texts;

    /// Without a fault it is the game of the text.
    #[test]
    fn the_rules_of_a_text_without_fault_are_the_game_of_the_text() {
        let read = |text: Text| {
            let values =
                text.choices().iter().flat_map(|choice| choice.values.iter().map(move |value| (choice.key, value)));
            let sets = values.filter_map(move |(key, value)| RuleSet::default_of(text).with(key, value));
            std::iter::once(RuleSet::default_of(text)).chain(sets)
        };
        for rules in texts::ALL.into_iter().flat_map(read) {
            for seed in 0..20 {
                let grid = Grid::new(3, 3 + seed as usize % 2).unwrap();
                let (record, _) = random_game(&rules, grid, false, &mut fastrand::Rng::with_seed(seed));
                let (game, variant) = (replay(&record, &rules).unwrap(), Variant::of(&rules));
                let played = variant.follow(&record).unwrap();
                assert_eq!(&played.position, game.position(), "{rules}");
                for p in (0..grid.len()).filter(|_| !game.is_over()) {
                    let legal = played.result(game.to_move(), p).is_some();
                    assert_eq!(legal, game.result(game.to_move(), p).is_ok(), "{rules} {}", record.text());
                }
                if !game.had_suicide() {
                    assert_eq!(played.captured, Colour::ALL.map(|c| game.captured_by(c) as i32));
                }
            }
        }
    }
}
