//! Positions of any size in which nothing has to be searched for: every string is immortal, or dead where nothing can live
//! (`docs/reach.md`). What a text makes of them it says itself ([`crate::law::Document::finished`]).

use crate::board::Colour;
use crate::board::plain::{PlainPosition, PlainString};
use crate::law::procedure::count::{Counted, components, immortal, marked};
use crate::law::{Life, Outcome, PointStatus, RuleSet};

/// The verdict on such a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The position.
    pub position: PlainPosition,
    /// The life of every string, Black's first; `None` if the text defines none.
    pub strings: Option<Vec<(PlainString, Life)>>,
    /// The status of every point, likewise.
    pub points: Option<Vec<PointStatus>>,
    /// What is counted.
    pub count: Counted,
}

impl Finished {
    /// The outcome without komi and without prisoners from before the position.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        Outcome::Margin(self.count.margin() / 100)
    }

    /// Of a text that gives stones and points a status: with these stones dead and these in seki.
    #[must_use]
    pub fn with_status(position: &PlainPosition, dead: &[bool], seki: &[bool], count: Counted) -> Finished {
        let life = |s: &PlainString| match s.stones[0] {
            p if dead[p] => Life::Dead,
            p if seki[p] => Life::Seki,
            _ => Life::Alive,
        };
        let strings = position.strings().into_iter().map(|s| (s.clone(), life(&s))).collect();
        let living = |p: usize| position.at(p).is_some() && !dead[p];
        let mut points = vec![PointStatus::Stone; position.grid().len()];
        for region in components(position, |p| !living(p)) {
            let border = || region.iter().flat_map(|&p| position.grid().neighbours(p)).filter(|&q| living(q));
            let owner = border().find_map(|q| position.at(q));
            let status = match owner {
                Some(c) if border().all(|q| position.at(q) == Some(c)) => {
                    let counted = count.items.iter().any(|i| i.player == c && i.points.contains(&region[0]));
                    if counted { PointStatus::Territory(c) } else { PointStatus::EyeInSeki(c) }
                }
                _ => PointStatus::Dame,
            };
            region.iter().for_each(|&p| points[p] = status);
        }
        Finished { position: position.clone(), strings: Some(strings), points: Some(points), count }
    }
}

/// The verdict of a rule set on a position in which nothing has to be searched for; `None` of any other.
#[must_use]
pub fn finished(rules: &RuleSet, position: &PlainPosition) -> Option<Finished> {
    rules.text.finished(rules, position)
}

/// What is seen at once of the stones and points of a position.
pub struct Sight {
    /// By player: his immortal stones.
    pub immortal: [Vec<bool>; 2],
    /// By player: what he denies to the other.
    pub denied: [Vec<bool>; 2],
}

impl Sight {
    /// Of this position.
    #[must_use]
    pub fn of(position: &PlainPosition) -> Sight {
        Sight { immortal: Colour::ALL.map(|c| immortal(position, c)), denied: Colour::ALL.map(|c| denied(position, c)) }
    }

    /// Which points hold dead stones, if every stone is immortal or where the other player denies it life.
    #[must_use]
    pub fn dead(&self, position: &PlainPosition) -> Option<Vec<bool>> {
        let dead = |p: usize| {
            let Some(colour) = position.at(p) else { return Some(false) };
            if self.immortal[colour.index()][p] {
                return Some(false);
            }
            self.denied[colour.opponent().index()][p].then_some(true)
        };
        (0..position.grid().len()).map(dead).collect()
    }

    /// Whether the opponent of `colour` can never have a stone again on a point: it is denied to him; or it holds an immortal stone
    /// of `colour`, or is empty with such stones on all sides.
    #[must_use]
    pub fn is_forbidden(&self, position: &PlainPosition, colour: Colour, p: usize) -> bool {
        let (immortal, denied) = (&self.immortal[colour.index()], &self.denied[colour.index()]);
        denied[p] || immortal[p] || position.at(p).is_none() && position.grid().neighbours(p).all(|q| immortal[q])
    }
}

/// [`crate::board::Board::denied`] on a board of any size.
#[must_use]
pub fn denied(position: &PlainPosition, colour: Colour) -> Vec<bool> {
    let grid = position.grid();
    let mut strings: Vec<Vec<usize>> =
        position.strings().into_iter().filter(|s| s.colour == colour).map(|s| s.stones).collect();
    let (wall, eyes) = loop {
        let wall = marked(position, &strings.concat());
        let is_eye = |p: &usize| position.at(*p).is_none() && grid.neighbours(*p).all(|q| wall[q]);
        let eyes = marked(position, &(0..grid.len()).filter(is_eye).collect::<Vec<usize>>());
        let before = strings.len();
        strings.retain(|string| {
            let mut own: Vec<usize> = string.iter().flat_map(|&p| grid.neighbours(p)).filter(|&q| eyes[q]).collect();
            own.sort_unstable();
            own.dedup();
            own.len() >= 2
        });
        if strings.len() == before {
            break (wall, eyes);
        }
    };
    let mut denied: Vec<bool> = (0..grid.len()).map(|p| wall[p] || eyes[p] && !strings.is_empty()).collect();
    if strings.is_empty() {
        return denied;
    }
    for region in components(position, |p| !wall[p] && !eyes[p]) {
        let mut deep = region.iter().filter(|&&p| !grid.neighbours(p).any(|q| wall[q]));
        let fits = match (deep.next(), deep.next()) {
            (None, _) => true,
            (Some(&p), None) => grid.neighbours(p).count() >= 2,
            _ => false,
        };
        if fits {
            region.iter().for_each(|&p| denied[p] = true);
        }
    }
    denied
}

/// Black's points less White's where nothing is in doubt: every string has, among the regions of one or two empty points
/// that one player's stones enclose, two whose points are all its liberties (so by Benson's theorem no stone can be taken),
/// and there is no other empty point. `area` counts stones as well. `None` for any other position.
///
/// An opposing stone in a region of two points can be taken at once, at no loss under any text; in a region of one point it
/// cannot be played. So all texts agree; a test holds this against the interpreters on whole boards.
#[must_use]
pub fn all_immortal(position: &PlainPosition, area: bool) -> Option<i32> {
    let grid = position.grid();
    let mut margin = 0;
    let sign = |c: Colour| if c == Colour::Black { 1 } else { -1 };
    // Regions: their points and their owner.
    let mut regions: Vec<(Vec<usize>, Colour)> = Vec::new();
    for p in (0..grid.len()).filter(|&p| position.at(p).is_none()) {
        if regions.iter().any(|(r, _)| r.contains(&p)) {
            continue;
        }
        let mut region = vec![p];
        region.extend(grid.neighbours(p).filter(|&q| position.at(q).is_none()));
        let border = || region.iter().flat_map(|&q| grid.neighbours(q)).filter(|q| !region.contains(q));
        let owner = border().find_map(|q| position.at(q))?;
        if region.len() > 2 || border().any(|q| position.at(q) != Some(owner)) {
            return None;
        }
        margin += sign(owner) * region.len() as i32;
        regions.push((region, owner));
    }
    for string in position.strings() {
        let touches = |q: usize| grid.neighbours(q).any(|r| string.stones.binary_search(&r).is_ok());
        // No string can be given up here, so that Benson's iteration ends with its first round.
        if regions.iter().filter(|(r, _)| r.iter().all(|&q| touches(q))).count() < 2 {
            return None;
        }
        if area {
            margin += sign(string.colour) * string.stones.len() as i32;
        }
    }
    (!regions.is_empty()).then_some(margin)
}
