//! Positions of any size in which nothing has to be searched for: every string is immortal, or dead where nothing can live
//! (`docs/src/reach.md`). What a text makes of them it says itself ([`crate::law::Document::finished`]).

use crate::board::plain::{PlainPosition, PlainString};
use crate::board::{Colour, Kernel, PointSet, Wide, WideBoard};
use crate::law::procedure::count::Counted;
use crate::law::{Claim, Life, Outcome, PointStatus, RuleSet};

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

    /// Of a text that only counts.
    #[must_use]
    pub fn counted(position: &PlainPosition, claims: &[Claim<Wide>]) -> Finished {
        let mut count = Counted::default();
        count.add_claims(claims);
        Finished { position: position.clone(), strings: None, points: None, count }
    }

    /// Of a text that gives stones and points a status: with these stones dead and these in seki.
    #[must_use]
    pub fn with_status(position: &PlainPosition, dead: Wide, seki: Wide, claims: &[Claim<Wide>]) -> Finished {
        let life = |s: &PlainString| match s.stones[0] {
            p if dead.has(p) => Life::Dead,
            p if seki.has(p) => Life::Seki,
            _ => Life::Alive,
        };
        let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
        let living = stones.map(|s| s.less(dead));
        let mut points = vec![PointStatus::Stone; position.grid().len()];
        for region in board.components(board.vacant(living)) {
            let borders = Colour::ALL.into_iter().filter(|c| board.around(region).meets(living[c.index()]));
            let status = match borders.collect::<Vec<Colour>>()[..] {
                [c] if claims.iter().any(|claim| claim.player == c && claim.points.meets(region)) => {
                    PointStatus::Territory(c)
                }
                [c] => PointStatus::EyeInSeki(c),
                _ => PointStatus::Dame,
            };
            region.points().for_each(|p| points[p] = status);
        }
        let strings = position.strings().into_iter().map(|s| (s.clone(), life(&s))).collect();
        Finished { strings: Some(strings), points: Some(points), ..Finished::counted(position, claims) }
    }
}

/// The verdict of a rule set on a position in which nothing has to be searched for; `None` of any other.
#[must_use]
pub fn finished(rules: &RuleSet, position: &PlainPosition) -> Option<Finished> {
    rules.text.finished(rules, position)
}

/// What is seen at once of a position.
pub struct Sight {
    /// The board.
    pub board: WideBoard,
    /// The stones, by player.
    pub stones: [Wide; 2],
    /// By player: his immortal stones.
    pub immortal: [Wide; 2],
    /// By player: what he denies to the other.
    pub denied: [Wide; 2],
}

impl Sight {
    /// Of this position.
    #[must_use]
    pub fn of(position: &PlainPosition) -> Sight {
        let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
        let immortal = Colour::ALL.map(|c| board.immortal_stones(stones, c));
        Sight { board, stones, immortal, denied: Colour::ALL.map(|c| denied(&board, stones, c)) }
    }

    /// The dead stones, if every stone is immortal or where the other player denies it life.
    #[must_use]
    pub fn dead(&self) -> Option<Wide> {
        let dead = Colour::ALL.map(|c| self.stones[c.index()].less(self.immortal[c.index()]));
        let doubtful = |c: Colour| !dead[c.index()].less(self.denied[c.opponent().index()]).is_none();
        (!Colour::ALL.into_iter().any(doubtful)).then_some(dead[0] | dead[1])
    }

    /// The points on which the opponent of `colour` can never have a stone again: those denied to him, those with an immortal stone
    /// of `colour`, and the empty ones with such stones on all sides.
    #[must_use]
    pub fn forbidden(&self, colour: Colour) -> Wide {
        let (immortal, denied) = (self.immortal[colour.index()], self.denied[colour.index()]);
        denied | immortal | self.board.vacant(self.stones) & enclosed(&self.board, immortal)
    }
}

/// The points all whose neighbours are in `set`.
#[must_use]
pub fn enclosed(board: &WideBoard, set: Wide) -> Wide {
    board.all().less(board.around(board.all().less(set)))
}

/// [`crate::board::Board::denied`] on a board of any size.
#[must_use]
pub fn denied(board: &WideBoard, stones: [Wide; 2], colour: Colour) -> Wide {
    let mut strings: Vec<Wide> = board.components(stones[colour.index()]).collect();
    let (wall, eyes) = loop {
        let wall = Wide::union(strings.iter().copied());
        let eyes = board.vacant(stones) & enclosed(board, wall);
        let before = strings.len();
        strings.retain(|&string| (board.around(string) & eyes).count() >= 2);
        if strings.len() == before {
            break (wall, eyes);
        }
    };
    if strings.is_empty() {
        return wall;
    }
    let barren = |region: &Wide| {
        let deep = region.less(board.around(wall));
        deep.is_none() || deep.count() == 1 && board.around(deep).count() >= 2
    };
    let regions = board.components(board.all().less(wall | eyes)).filter(barren);
    wall | eyes | Wide::union(regions)
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
