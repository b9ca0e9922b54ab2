//! The cleanup phases of katago as a game from a bare position: what each player forces within so many turns, whatever the other does, by
//! trying every turn of the procedure itself. A result that both force is the value of that game (`specs/katago/notes.md`).

use rayon::prelude::*;
use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Colour, Grid};
use shinpan::law::procedure::{Agree, Decision, Procedure, procedure};
use shinpan::law::{RuleSet, interpreter};
use shinpan::record::{Act, Setup};
use shinpan::solve::Budget;

/// As Japanese rules, in KataGo's reading of them.
const RULES: &str = "katago/japanese";

/// The game after two passes at the end of the main phase: this player has the first turn of the first cleanup phase.
fn stopped(rules: &RuleSet, position: &PlainPosition, first: Colour) -> Box<dyn Procedure> {
    let mut setup = Setup::new(position.grid());
    (setup.position, setup.to_move) = (position.clone(), Some(first));
    let mut game = procedure(rules, &setup, Agree::Recorded);
    game.step(first, &Act::Pass);
    game.step(first.opponent(), &Act::Pass);
    assert_eq!((game.phase(), game.to_move()), ("first cleanup phase", Some(first)));
    game
}

/// What every turn leads to, a pass first.
fn turns(game: &dyn Procedure, player: Colour) -> Vec<Box<dyn Procedure>> {
    let points = 0..game.position().grid().len();
    let moves = points.clone().map(Act::Play);
    let lifted = points.filter(|&p| game.position().at(p) == Some(player.opponent())).map(Act::PassForKo);
    let after = |act: Act| {
        let mut after = game.copy();
        after.step(player, &act).is_accepted().then_some(after)
    };
    [Act::Pass].into_iter().chain(lifted).chain(moves).filter_map(after).collect()
}

/// What is asked of a game: whether a player makes it end within so many turns with so many points more than his opponent. A game without
/// result is none of these.
struct Asked {
    player: Colour,
    least: i32,
    /// Games looked at, at most.
    left: u64,
}

impl Asked {
    fn is_forced(&mut self, game: &dyn Procedure, within: usize) -> bool {
        if let Some(result) = game.result() {
            let sign = if self.player == Colour::Black { 1 } else { -1 };
            return matches!(result.decision, Decision::Margin(margin) if sign * margin >= 100 * self.least);
        }
        let (Some(mover), true) = (game.to_move(), within > 0 && self.left > 0) else { return false };
        self.left -= 1;
        let mut after = turns(game, mover).into_iter();
        if mover == self.player {
            after.any(|game| self.is_forced(&*game, within - 1))
        } else {
            after.all(|game| self.is_forced(&*game, within - 1))
        }
    }
}

/// The most that a player forces within so many turns, looking at so many games for each number; `None` if nothing is shown.
fn forced(game: &dyn Procedure, player: Colour, within: usize, left: u64) -> Option<i32> {
    let most = 2 * game.position().grid().len() as i32;
    let mut shown = None;
    for least in -most..=most {
        if !(Asked { player, least, left }).is_forced(game, within) {
            break;
        }
        shown = Some(least);
    }
    shown
}

/// Of the positions of a board with either player having the first turn: how many there are, how many have a value shown so, and of how many it
/// is not what the position counts as it stands.
fn decided(text: &str, turns: &[usize], left: u64) -> [usize; 3] {
    let grid = Grid::parse(text).unwrap();
    let (board, rules) = (Board::new(grid).unwrap(), &RuleSet::parse(RULES).unwrap()[0]);
    let positions: Vec<_> = Index::new(grid).unwrap().into_iter().collect();
    let each = positions.into_par_iter().flat_map_iter(|position| {
        let counted = interpreter(rules, &board, Budget::default()).judge(position).outcome.margin();
        let plain = PlainPosition::from_position(grid, position).unwrap();
        // Of the empty board it is told which player begins, and the other is the same.
        let empty = plain.cells().iter().all(Option::is_none);
        Colour::ALL.into_iter().filter(move |first| !empty || *first == Colour::Black).map(move |first| {
            let game = stopped(rules, &plain, first);
            let value = turns.iter().find_map(|&within| {
                let [black, white] = Colour::ALL.map(|player| forced(&*game, player, within, left));
                black.zip(white).and_then(|(black, white)| (black == -white).then_some(black))
            });
            [1, usize::from(value.is_some()), usize::from(value.is_some() && value != counted)]
        })
    });
    each.reduce(|| [0; 3], |a, b| [0, 1, 2].map(|i| a[i] + b[i]))
}

/// The cleanup phases of the smallest boards as a game.
#[test]
fn the_cleanup_phases_of_two_and_three_points_are_decided() {
    let figures = [("1x2", [4, 8, 12, 16]), ("1x3", [4, 6, 8, 10])].map(|(grid, turns)| decided(grid, &turns, 200_000));
    // All are decided; of 1x3, 13 are not what the position counts as it stands.
    assert_eq!(figures, [[9, 9, 0], [29, 29, 13]]);
}

/// The same of four points, as far as it goes.
#[test]
#[ignore = "minutes"]
fn the_cleanup_phases_of_four_points_as_far_as_they_are_decided() {
    for grid in ["2x2", "1x4"] {
        println!("{grid}: {:?}", decided(grid, &[6, 8, 10, 12], 100_000));
    }
}
