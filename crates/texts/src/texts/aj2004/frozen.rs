//! Positions of any size on which almost nothing is open: the analyses on the open points are searched ([`crate::solve::frozen`]).
//!
//! aj2004.fixed-ko is left out there, as on the whole board: a strategy that leads to an end never makes a play twice, and without a spare move
//! between, the same play on the open points leads to the same state.

use super::control::{Weights, controlled};
use super::finished::of_analysis;
use super::game::{Analysing, BlackAnalysis};
use super::sure::Sure;
use crate::board::{Colour, PointSet, Position};
use crate::law::finished::{Finished, Sight};
use crate::law::{Claim, RuleSet, Trace};
use crate::solve::frozen::{Bound, Frozen, Others, Sparing, Spent};
use crate::solve::thresholds::{self, Counted, Forced, Sight as Seen, Thresholds, for_thresholds};
use crate::solve::{Bounds, Game};
use crate::texts::aj2004::clauses::*;

/// aj2004.basic-ko minds no position before a spare move: its stone stays.
impl Sparing for BlackAnalysis {
    fn position(&self, state: &Analysing) -> Position {
        state.position
    }

    fn is_over(&self, state: &Analysing) -> bool {
        state.passes == 3
    }

    fn spared(&self, state: &Analysing) -> Analysing {
        Analysing { mover: state.mover.opponent(), passes: 0, ban: None, ..*state }
    }
}

/// The black-analysis on open points, one player being restricted.
struct OnOpenPoints<'a> {
    bound: Bound<'a, BlackAnalysis>,
    /// What open points count; the others count nothing here.
    weights: Weights,
}

type OpenState = Spent<Analysing>;

impl Game for OnOpenPoints<'_> {
    type State = OpenState;
    type Move = <Bound<'static, BlackAnalysis> as Game>::Move;

    fn mover(&self, state: &OpenState) -> Colour {
        self.bound.mover(state)
    }

    fn moves(&self, state: &OpenState, out: &mut Vec<(Self::Move, OpenState)>) {
        self.bound.moves(state, out);
    }
}

impl Counted for OnOpenPoints<'_> {
    type Key = [u64; 3];

    fn maximiser(&self) -> Colour {
        Colour::Black
    }

    fn sight(&self, state: &OpenState) -> Seen<[u64; 3]> {
        let Analysing { position, mover, passes, .. } = state.at;
        if passes == 3 {
            return Seen::Over(self.weights.of(controlled(self.bound.frozen.board(), position, Colour::Black)));
        }
        let [black, white] = position.stones;
        let ban = state.at.ban().map_or(0, |point| 1 + u64::from(point));
        let spent = state.spent().map(u64::from);
        Seen::Open([
            black,
            white,
            mover.index() as u64 | u64::from(passes) << 1 | ban << 3 | spent[0] << 11 | spent[1] << 19,
        ])
    }

    fn gained(&self, _: &OpenState) -> i16 {
        0
    }

    fn limit(&self) -> i16 {
        i16::MAX
    }

    fn sure(&self, state: &OpenState) -> thresholds::Sure {
        let board = self.bound.frozen.board();
        let Analysing { position, mover, passes, .. } = state.at;
        let bounds = Sure::denied(board, position).bounds(board, self.weights, mover, passes);
        let [lower, upper] = [bounds.lower, bounds.upper].map(|value| Forced { value, fall: 0 });
        thresholds::Sure { lower, upper }
    }

    fn number(mv: &Self::Move) -> usize {
        mv.map_or(65, |mv| mv.map_or(64, usize::from))
    }
}

/// The value of a player's own analysis, and how many points are open; none where it is known without a search.
fn of_own_analysis(rules: &RuleSet, sight: &Sight, player: Colour) -> Option<(i32, usize)> {
    let [least, most] = of_analysis(rules, sight, player);
    if least == most {
        return Some((least, 0));
    }
    let stones = [player, player.opponent()].map(|player| sight.stones[player.index()]);
    let frozen = Frozen::of(&sight.board, stones)?;
    let weights = Weights::new(&sight.board, rules, stones);
    let certain = weights.of(frozen.frozen(Colour::Black) | frozen.eyes_of(Colour::Black));
    let weights = Weights { one: frozen.narrow(weights.one), two: frozen.narrow(weights.two) };
    let game = BlackAnalysis::new(rules, frozen.board());
    let (start, budget) = (Spent::start(game.start(frozen.position())), for_thresholds(sight.budget()));
    let value = |player: Colour, known: Bounds<i16>| {
        let open =
            OnOpenPoints { bound: Bound { game: &game, frozen: &frozen, player, others: Others::Counted }, weights };
        Thresholds::new(&open, budget).score(&start, known, budget)
    };
    // What Black forces where he is restricted he forces; and White.
    let known = Bounds { lower: 0, upper: weights.of(frozen.board().all()) };
    let lower = value(Colour::Black, known).lo.lower;
    let upper = value(Colour::White, Bounds { lower, ..known }).hi.upper;
    (lower == upper).then(|| (i32::from(certain + lower), frozen.open()))
}

/// The verdict, if a search of the open points tells what both analyses come to.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let mut claims = Vec::new();
    for player in Colour::ALL {
        let (value, open) = of_own_analysis(rules, sight, player)?;
        let name = if player == Colour::Black { "black-analysis" } else { "white-analysis" };
        trace.cite(AJ2004_ANALYSIS, || match open {
            0 => format!("the {name} is worth {value} to {player}: seen at once"),
            _ => format!(
                "the {name} is worth {value} to {player}: all but {open} points are strings that keep two eyes, and such eyes; what follows on \
                 those points was searched, with the spare moves in the eyes"
            ),
        });
        let what = "value of the player's own analysis";
        claims.push(Claim { clause: AJ2004_SCORE, player, what, points: PointSet::union([]), value });
    }
    trace.count(&sight.board, &claims);
    Some(Finished::counted(sight.position(), &claims))
}
