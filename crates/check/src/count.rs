//! Ways to count a final position other than the text's, as engines and libraries have them.

use super::pass_alive::pass_dead;
use super::reference::{Reference, counts_prisoners};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, PointSet};
use crate::gtp::game::GtpGame;
use crate::law::answer::Found;
use crate::law::{ClauseId, Life, Outcome, RuleSet, specs};
use crate::texts;

/// A way to count.
#[derive(Clone, PartialEq, Debug)]
pub enum Count {
    /// The text's score, for the other player.
    WrongSign,
    /// The text's score without prisoners.
    WithoutPrisoners,
    /// The text's score with prisoners counted twice.
    PrisonersTwice,
    /// The text's score with each prisoner for the other player.
    PrisonersExchanged,
    /// The text's score and the prisoners, which it does not count; whether stones taken off by suicide are among them.
    WithPrisoners(bool),
    /// The text's score and so many points.
    More(i32),
    /// Every stone is alive: area.
    Area,
    /// Every stone is alive: territory and prisoners; whether stones taken off by suicide are among them.
    Territory(bool),
    /// Every stone is alive: stones, and empty points all of whose neighbours are stones of one player.
    BesideOwn,
    /// Every stone is alive: stones, and empty points that have a stone of one player alone beside them.
    DirectNeighbours,
    /// The stones on the board.
    Stones,
    /// Area without stones in territory that is alive if its owner always passes; whether suicide of several stones is a move.
    WithoutPassDead(bool),
    /// The place of each dead stone is its captor's, whatever is beside it: area.
    CaptorsPlaces,
    /// That of another rule set.
    Of(Box<RuleSet>),
}

impl Count {
    /// All that are tried against a rule set, with names, the simpler ones first. (Points more are found from answers.)
    #[must_use]
    pub fn all(rules: &RuleSet) -> Vec<(String, Count)> {
        let mut all = vec![
            ("final_score has the wrong sign", Count::WrongSign),
            ("final_score counts every stone as alive, area", Count::Area),
            ("final_score counts every stone as alive, territory and prisoners", Count::Territory(false)),
            ("final_score counts the stones on the board alone", Count::Stones),
            (
                "final_score counts stones, and of the empty points those with stones of one player alone beside them",
                Count::DirectNeighbours,
            ),
            (
                "final_score counts stones, and of the empty points those with no other empty point beside them",
                Count::BesideOwn,
            ),
            (
                "final_score removes stones in territory that is alive if its owner always passes",
                Count::WithoutPassDead(false),
            ),
            (
                "final_score removes stones in territory that is alive if its owner always passes",
                Count::WithoutPassDead(true),
            ),
            ("final_score counts the place of each dead stone as its captor's", Count::CaptorsPlaces),
        ];
        if counts_prisoners(rules) {
            all.extend([
                ("final_score leaves the prisoners out", Count::WithoutPrisoners),
                ("final_score counts the prisoners twice", Count::PrisonersTwice),
                ("final_score counts each prisoner for the other player", Count::PrisonersExchanged),
            ]);
        } else {
            all.push(("final_score counts prisoners, which the text does not", Count::WithPrisoners(false)));
        }
        let playing = rules.text.playing(rules);
        if playing.suicide.is_none() {
            let territory = "final_score counts every stone as alive, territory and prisoners, among them stones taken off by suicide";
            all.push((territory, Count::Territory(true)));
            if !counts_prisoners(rules) {
                let with =
                    "final_score counts prisoners, among them stones taken off by suicide, which the text does not";
                all.push((with, Count::WithPrisoners(true)));
            }
        }
        let mut all: Vec<(String, Count)> = all.into_iter().map(|(name, count)| (name.to_string(), count)).collect();
        let others = alternatives(rules).into_iter();
        all.extend(others.map(|(name, set)| (format!("final_score is that of {name}"), Count::Of(Box::new(set)))));
        all
    }

    /// Black's points less White's, komi 0, at the end of a game whose right score is `right`; `None` where it says nothing. `besides` are
    /// prisoners that the engine counts of Black's less White's besides those that were taken.
    pub fn score(&self, reference: &mut Reference, game: &GtpGame, right: i32, besides: i32) -> Option<i32> {
        let position = game.position();
        let rules = reference.rules().clone();
        let prisoners = |suicides: bool| prisoners(game, suicides) + besides;
        let if_counted = |prisoners: i32| if counts_prisoners(&rules) { prisoners } else { 0 };
        let counted = if_counted(prisoners(false));
        let without = right - if_counted(game.prisoners());
        Some(match self {
            Count::WrongSign => -(without + counted),
            Count::WithoutPrisoners => without,
            Count::PrisonersTwice => without + 2 * counted,
            Count::PrisonersExchanged => without - counted,
            Count::WithPrisoners(suicides) => without + prisoners(*suicides),
            Count::More(points) => without + counted + points,
            Count::Area => all_alive(position, true),
            Count::Territory(suicides) => all_alive(position, false) + prisoners(*suicides),
            Count::BesideOwn => near(position, true),
            Count::DirectNeighbours => near(position, false),
            Count::Stones => position.cells().iter().flatten().map(|c| sign(*c)).sum(),
            Count::WithoutPassDead(suicide) => area_without(position, *suicide),
            Count::CaptorsPlaces => all_alive(&dead_as_captors(reference, game)?, true),
            Count::Of(set) => {
                margin(reference, set, position)? + if counts_prisoners(set) { prisoners(false) } else { 0 }
            }
        })
    }
}

/// Black's prisoners less White's; whether stones taken off by suicide are among them also where the text does not have them so.
fn prisoners(game: &GtpGame, suicides: bool) -> i32 {
    game.prisoners() + if suicides { game.taken_by_suicide() } else { 0 }
}

fn sign(colour: Colour) -> i32 {
    if colour == Colour::Black { 1 } else { -1 }
}

/// What a rule set makes of a position by itself; `None` if that is no margin, or not known.
pub fn margin(reference: &mut Reference, rules: &RuleSet, position: &PlainPosition) -> Option<i32> {
    let outcome = match reference.referee().verdict(rules, position) {
        Some(verdict) => verdict.outcome,
        None => match &reference.referee().at_sight(rules, position).found {
            Found::Verdict(verdict) => verdict.outcome,
            Found::Finished(finished) => finished.outcome(),
            Found::Unfinished(_) => return None,
        },
    };
    if let Outcome::Margin(margin) = outcome { Some(margin) } else { None }
}

/// The margin by area without the stones in the other player's pass-alive territory.
#[must_use]
pub fn area_without(position: &PlainPosition, suicide: bool) -> i32 {
    let off = pass_dead(position, suicide);
    let cells = position.cells().iter().enumerate().map(|(p, cell)| cell.filter(|_| !off.has(p)));
    PlainPosition::from_cells(position.grid(), cells.collect()).map_or(0, |left| all_alive(&left, true))
}

/// Black's points less White's if every stone were alive and every empty region bordered by one player his.
#[must_use]
pub fn all_alive(position: &PlainPosition, area: bool) -> i32 {
    let grid = position.grid();
    let mut seen = vec![false; grid.len()];
    let mut margin = 0;
    for p in 0..grid.len() {
        if let Some(colour) = position.at(p) {
            margin += if area { sign(colour) } else { 0 };
            continue;
        }
        if std::mem::replace(&mut seen[p], true) {
            continue;
        }
        let (mut region, mut next, mut owners) = (vec![p], 0, Vec::new());
        while next < region.len() {
            for q in grid.neighbours(region[next]) {
                match position.at(q) {
                    Some(colour) => owners.push(colour),
                    None if !std::mem::replace(&mut seen[q], true) => region.push(q),
                    None => {}
                }
            }
            next += 1;
        }
        owners.sort_unstable();
        owners.dedup();
        if let [owner] = owners[..] {
            margin += sign(owner) * region.len() as i32;
        }
    }
    margin
}

/// Stones, and empty points by what is directly beside them: stones of one player alone, and (`full`) no empty point.
fn near(position: &PlainPosition, full: bool) -> i32 {
    let grid = position.grid();
    let of = |p: usize| {
        if let Some(colour) = position.at(p) {
            return sign(colour);
        }
        let around: Vec<_> = grid.neighbours(p).map(|q| position.at(q)).collect();
        let has = |colour| around.contains(&Some(colour));
        match (has(Colour::Black), has(Colour::White)) {
            _ if full && around.contains(&None) => 0,
            (true, false) => 1,
            (false, true) => -1,
            _ => 0,
        }
    };
    (0..grid.len()).map(of).sum()
}

/// The position with each stone that the text calls dead exchanged for one of the other player's; `None` if there is none.
fn dead_as_captors(reference: &mut Reference, game: &GtpGame) -> Option<PlainPosition> {
    let dead = reference.referee().judge(game).ok()?.strings(Life::Dead)?.concat();
    let mut cells = game.position().cells().to_vec();
    dead.iter().for_each(|&p| cells[p] = cells[p].map(Colour::opponent));
    PlainPosition::from_cells(game.grid(), cells)
}

/// Rule sets that may explain a score: the one in force without one of its clauses, with another reading, then other texts.
fn alternatives(rules: &RuleSet) -> Vec<(String, RuleSet)> {
    let mut found = Vec::new();
    let spec = specs().iter().find(|s| s.text == rules.text.prefix());
    let decisive = spec.iter().flat_map(|s| &s.clauses).filter(|c| c.decisive);
    for id in decisive.filter_map(|clause| ClauseId::parse(&clause.id)) {
        found.push((format!("{rules} without clause {id}"), rules.clone().lifting(id)));
    }
    for (key, values) in rules.text.readings() {
        for value in values {
            if let Some(other) = rules.clone().with(key, value).filter(|o| o != rules) {
                found.push((other.to_string(), other));
            }
        }
    }
    // Those first in which most engines' answers are meant.
    let others = texts::ALL.into_iter().rev().filter(|t| t.is_usual() && *t != rules.text);
    found.extend(others.map(|t| (t.id().to_string(), RuleSet::default_of(t))));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;

    #[test]
    fn a_stone_that_never_lives_among_unconditionally_living_ones_is_taken_off() {
        assert_eq!(area_without(&diagram::parse(".XX/XXX/.XX/XXX/O.X").unwrap(), false), 15);
    }

    /// KataGo 1.17 counts this W+30: it leaves B3 and C3 where they could take themselves off.
    #[test]
    fn a_region_from_which_stones_can_take_themselves_off_is_no_eye() {
        let position = diagram::parse("..OO./..O.O/.O.O./O.O.O/OXXOO/OOO.X/.O.OO").unwrap();
        assert_eq!([false, true].map(|suicide| area_without(&position, suicide)), [-35, -30]);
    }
}
