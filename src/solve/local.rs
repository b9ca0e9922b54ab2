//! What a player holds on a board of any size by answering his opponent region by region: walls that he keeps, and regions in which
//! the other can never live. Each region is searched by itself, on a board that is a graph ([`Board::of_graph`]).

use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, Wide, WideBoard, points_of};
use crate::solve::search::{ProofNumberSearch, Siege, Step};
use crate::solve::{Budget, Game};

/// Largest region that is searched; of larger ones is known what is seen at once.
const MOST_POINTS: usize = 24;
/// States that are searched for each region, where nothing else is said.
pub const STATES: usize = 5_000;
/// Eyes that a wall needs.
const EYES: usize = 2;

/// What a player holds, whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Held {
    /// His stones that are never taken.
    pub walls: Wide,
    /// The points on which his opponent comes to have no stone ever again: the walls among them.
    pub barred: Wide,
}

/// What `colour` holds in this position by answers, each region being searched with `budget` at most.
///
/// Let T be a set of strings of `colour`. A *region* is a maximal connected set of points outside T; only strings of T border on it. In
/// the *local game* of a region with `e` eyes each of these strings is one point, with `e` further empty points next to all of them and
/// no other liberties. The opponent plays in the region or passes, `colour` answers there by a play that is no ko capture, and
/// wants all points to be [barred](Board::barred), T being W; he has lost if a string of T is taken, or if after an answer one of
/// them has no liberty in the region while it has just one eye elsewhere. Let the region be worth `2 - e` eyes for the least `e`
/// with which he wins, the opponent moving first.
///
/// *Claim:* if every string of T borders on regions that are worth two eyes together, `colour` keeps all of T, and bars the opponent
/// from all regions that are worth something or nothing, as against those that he does not win even with two eyes elsewhere.
///
/// *Proof:* he answers in the region in which the opponent has played, and where there is nothing to answer goes on in any of them as
/// after a pass of his opponent's there. So each local game comes nearer to its end with every move of the opponent's in it,
/// and with every other move of his own. When the opponent is to move a string of T has liberties in two regions (it
/// has one in each of those worth one eye), or two eyes or more to come in a single one, which is then played as it would be alone. So
/// no move of the opponent's takes it, and his own answers are legal, as a string of T that they join has a liberty elsewhere. At the end
/// of all local games every string of T has two eyes in the sense of W.
#[must_use]
pub fn held(board: &WideBoard, stones: [Wide; 2], colour: Colour, budget: Budget) -> Held {
    let mut walls: Vec<Wide> = board.components(stones[colour.index()]).collect();
    let mut searched: Vec<(Region, Option<usize>)> = Vec::new();
    loop {
        let all = Wide::union(walls.iter().copied());
        if all.is_none() {
            return Held::default();
        }
        let mut worth = vec![0; walls.len()];
        let mut barred = all;
        for points in board.components(board.all().less(all)) {
            let reach = board.around(points);
            let borders: Vec<usize> = (0..walls.len()).filter(|&i| walls[i].meets(reach)).collect();
            let region = Region { points, walls: borders.iter().map(|&i| walls[i]).collect() };
            let found = match searched.iter().find(|(r, _)| *r == region) {
                Some((_, found)) => *found,
                None => {
                    let found = region.eyes_needed(board, stones, colour, budget);
                    searched.push((region, found));
                    found
                }
            };
            if let Some(needed) = found {
                barred = barred | points;
                borders.iter().for_each(|&i| worth[i] += EYES - needed);
            }
        }
        let before = walls.len();
        let mut at = 0;
        walls.retain(|_| {
            at += 1;
            worth[at - 1] >= EYES
        });
        if walls.len() == before {
            return Held { walls: all, barred };
        }
    }
}

/// A region and the walls around it.
#[derive(PartialEq, Eq)]
struct Region {
    points: Wide,
    walls: Vec<Wide>,
}

impl Region {
    /// The least number of eyes that the walls need to have elsewhere, up to two; `None` if two are not enough, or if that was not found.
    fn eyes_needed(&self, board: &WideBoard, stones: [Wide; 2], colour: Colour, budget: Budget) -> Option<usize> {
        let budget = if self.points.count() > MOST_POINTS { Budget { states: 0, ..budget } } else { budget };
        let needs = |eyes: usize| -> Option<usize> {
            let local = Local::new(self, board, stones, colour, eyes)?;
            local.is_held(budget).then_some(eyes)
        };
        // With more eyes there is less to be done.
        let mut needed = needs(EYES)?;
        while needed > 0 {
            let Some(fewer) = needs(needed - 1) else { break };
            needed = fewer;
        }
        Some(needed)
    }
}

/// The local game of a region.
struct Local {
    board: Board,
    colour: Colour,
    start: Position,
    walls: Points,
    /// The points of the region.
    region: Points,
    eyes: usize,
}

impl Local {
    fn new(region: &Region, board: &WideBoard, stones: [Wide; 2], colour: Colour, eyes: usize) -> Option<Local> {
        let points: Vec<usize> = region.points.points().collect();
        let (inner, walls) = (points.len(), region.walls.len());
        let mut adjacent: Vec<Points> = vec![0; inner + walls + eyes];
        if adjacent.len() > Points::BITS as usize {
            return None;
        }
        let mut join = |a: usize, b: usize| {
            adjacent[a] |= 1 << b;
            adjacent[b] |= 1 << a;
        };
        for (i, &p) in points.iter().enumerate() {
            let around = board.adjacent_to(p);
            (0..i).filter(|&j| around.has(points[j])).for_each(|j| join(i, j));
            (0..walls).filter(|&w| around.meets(region.walls[w])).for_each(|w| join(i, inner + w));
        }
        for wall in 0..walls {
            // One eye for all: strings that are joined later do not have two by that.
            (0..eyes).for_each(|eye| join(inner + wall, inner + walls + eye));
        }
        let stones = stones.map(|set| (0..inner).filter(|&i| set.has(points[i])).fold(0, |m, i| m | 1 << i));
        let walls = (inner..inner + walls).fold(0, |m, i| m | 1 << i);
        let mut start = Position { stones };
        start.stones[colour.index()] |= walls;
        let board = Board::of_graph(adjacent)?;
        Some(Local { board, colour, start, walls, region: (1 << inner) - 1, eyes })
    }

    fn is_held(&self, budget: Budget) -> bool {
        if !self.board.is_legal(self.start) {
            return false;
        }
        let start = Turn { position: self.start, mover: self.colour.opponent() };
        ProofNumberSearch::new(self).wins(&start, budget) == Some(true)
    }
}

/// A state of a local game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Turn {
    position: Position,
    mover: Colour,
}

impl Game for Local {
    type State = Turn;
    type Move = Option<usize>;

    fn mover(&self, state: &Turn) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Turn, out: &mut Vec<(Option<usize>, Turn)>) {
        let mover = state.mover.opponent();
        if state.mover != self.colour {
            out.push((None, Turn { mover, ..*state }));
        }
        for p in points_of(self.board.empty(state.position) & self.region) {
            if let Some(play) = self.board.play(state.position, state.mover, p)
                && (state.mover != self.colour || play.ko.is_none())
            {
                out.push((Some(p), Turn { position: play.after, mover }));
            }
        }
    }
}

impl Siege for Local {
    fn board(&self) -> &Board {
        &self.board
    }

    fn attacker(&self) -> Colour {
        self.colour
    }

    fn position(&self, state: &Turn) -> Position {
        state.position
    }

    fn step(mv: &Option<usize>) -> Step {
        mv.map_or(Step::Pass, Step::Play)
    }

    fn core(&self) -> Points {
        self.board.all()
    }

    fn local(&self) -> bool {
        false
    }

    fn known(&self, state: &Turn) -> Option<(bool, Points)> {
        let (position, all) = (state.position, self.core());
        if self.walls & !position.of(self.colour) != 0 {
            return Some((false, all));
        }
        if self.eyes == 1 && state.mover != self.colour {
            let free = self.board.empty(position) & self.region;
            let near = self.board.around(free) & position.of(self.colour);
            if self.board.connected(near, position.of(self.colour)) & self.walls != self.walls {
                return Some((false, all));
            }
        }
        if self.board.bars_all(position, self.colour, self.walls) {
            return Some((true, all));
        }
        (self.board.safe(position, self.colour.opponent()) != 0).then_some((false, all))
    }

    fn estimate(&self, state: &Turn) -> (u32, u32) {
        let theirs = state.position.of(self.colour.opponent());
        let open = self.region & !state.position.of(self.colour);
        (1 + theirs.count_ones().min(8) / 2 + open.count_ones() / 4, 1)
    }

    fn middle(&self, state: &Turn) -> Points {
        let theirs = state.position.of(self.colour.opponent());
        if theirs == 0 { self.core() } else { theirs }
    }
}
