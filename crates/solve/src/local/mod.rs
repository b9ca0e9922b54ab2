//! What a player holds on a board of any size by answering his opponent region by region: walls that he keeps, and regions in which
//! the other can never live. Each region is searched by itself, and falls into parts while it is played ([`part`]).

mod grounds;
mod pairs;
mod part;
mod patterns;
mod search;
mod shown;
mod steps;
mod success;
#[cfg(test)]
mod tests;
mod zone;

use rustc_hash::FxHashMap;

pub use self::grounds::Place;
pub use self::grounds::{Ground, Grounds};
pub use self::part::{Part, Way};
use self::search::{Search, Table};
pub use self::shown::ShownParts;
pub use self::steps::LocalStep;
use crate::board::{Colour, Kernel, PointSet, Wide, WideBoard};
use crate::solve::Budget;
use crate::solve::search::zone::Care;

/// Largest region that is searched to bar the other from all of it; of larger ones is known what is seen at once.
const MOST_BARRED: usize = 40;
/// States that are searched for each local game: few at first, more where that leaves something open, the most only if asked for.
pub const LEVELS: [usize; 4] = [5_000, 50_000, 500_000, 5_000_000];
/// Eyes that a wall needs.
const EYES: usize = 2;

/// What a player wants of a local game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Aim {
    /// The strings around it come to have the eyes that they need.
    Eyes,
    /// So they do, and his opponent is barred.
    #[default]
    Bars,
    /// So he is, and at no loss: of the stones that the player comes to play there never more are taken than his opponent plays there.
    BarsAtNoLoss,
}

impl Aim {
    /// Whether his opponent is to be barred.
    #[must_use]
    pub fn bars(self) -> bool {
        self != Aim::Eyes
    }
}

/// What is tried of a player. Whatever is left out, what is found holds.
#[derive(Clone, Copy, Debug)]
pub struct Tried {
    /// Stones of his opponent's that are known or expected to be kept: he is not barred from regions with one of them.
    pub alive: Wide,
    /// Stones of the player's: only their strings are tried as walls.
    pub walls: Wide,
}

/// What a player holds, whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Held {
    /// His stones that are never taken.
    pub walls: Wide,
    /// The points on which his opponent comes to have no stone ever again: the walls among them.
    pub barred: Wide,
}

/// The local games of a board, with what has been found of them so far: it serves later questions, about other positions too.
pub struct LocalGames {
    board: WideBoard,
    /// By what is wanted, on these points of the board.
    searched: FxHashMap<(Aim, Wide), (Place, Table)>,
    care: Care,
}

/// Most parts of other games that are kept when one of other points begins.
const MOST_ELSEWHERE: usize = 1 << 20;

impl LocalGames {
    /// Of this board, nothing having been searched.
    #[must_use]
    pub fn new(board: &WideBoard) -> LocalGames {
        LocalGames { board: *board, searched: FxHashMap::default(), care: Care::default() }
    }

    /// With zones that leave something out of care.
    #[must_use]
    pub fn careless(self, care: Care) -> LocalGames {
        LocalGames { care, ..self }
    }

    /// What `colour` holds in this position by answers, each local game being searched with `budget` at most. His opponent is known to keep the
    /// stones `alive`, so that he is not barred from where they are.
    ///
    /// They are sets of strings, his *walls*, and regions outside them, with numbers: how many eyes each wall comes to have in each region. The local
    /// game of each region is won with what the strings in it need then. Where no numbers are found by which all walls are kept, the regions from which the
    /// other can be barred, each by itself, are taken as one, in which every wall needs two eyes. What a local game is, and that all walls are kept
    /// and all these regions barred, is in `docs/src/life.md` (*Held region by region*).
    #[must_use]
    pub fn held(&mut self, stones: [Wide; 2], colour: Colour, alive: Wide, budget: Budget) -> Held {
        let tried = Tried { alive, walls: stones[colour.index()] };
        self.grounds(stones, colour, Aim::Bars, tried, budget).held()
    }

    /// Why he holds it; or what he holds at no loss, and why.
    #[must_use]
    pub fn grounds(&mut self, stones: [Wide; 2], colour: Colour, aim: Aim, tried: Tried, budget: Budget) -> Grounds {
        let strings = self.board.components(stones[colour.index()]);
        let mut walls: Vec<Wide> = strings.filter(|string| string.meets(tried.walls)).collect();
        let board = self.board;
        let alive = tried.alive;
        let mut asked = Asked { games: self, stones, colour, aim, alive, budget, known: FxHashMap::default() };
        loop {
            let (outer, regions) = without_inner(&board, walls);
            let mut shares = Shares::new(&outer, &regions, &mut asked);
            let lacking = shares.settle(&mut asked);
            if lacking.is_empty() {
                return shares.grounds(&mut asked);
            }
            if let Some(one) = shares.merged()
                && one.is_so(0, &mut asked)
            {
                return one.grounds(&mut asked);
            }
            walls = (0..outer.len()).filter(|wall| !lacking.contains(wall)).map(|wall| outer[wall]).collect();
        }
    }

    /// Whether `colour` is seen to keep a string of his, whoever is to move, each local game being searched with `budget` at most: if so, a zone.
    ///
    /// The string is the only wall, and has two eyes in one region or one in each of two; nobody has to be barred (`docs/src/life.md`, *Kept by itself*). The
    /// [zone](zone) is what he relies on: he keeps the string with any stones on the other points, if none of his beside it.
    #[must_use]
    pub fn keeps(&mut self, stones: [Wide; 2], colour: Colour, string: Wide, budget: Budget) -> Option<Wide> {
        self.alone(stones, colour, string, budget).map(|(_, zone)| zone)
    }

    /// Why it is kept, and the zone.
    fn alone(&mut self, stones: [Wide; 2], colour: Colour, string: Wide, budget: Budget) -> Option<(Grounds, Wide)> {
        let regions: Vec<Wide> = self.board.components(self.board.all().less(string)).collect();
        let mut with = |region: Wide, here: usize| {
            let eyes = [Eyes { here, elsewhere: EYES - here }];
            let question =
                Question { points: region, walls: &[string], eyes: &eyes, kept: Wide::default(), aim: Aim::Eyes };
            self.is_won(stones, colour, &question, budget)
        };
        let one: Vec<(Wide, Wide)> = regions.iter().filter_map(|&region| Some((region, with(region, 1)?))).collect();
        if let [(a, first), (b, second), ..] = one[..] {
            return Some((Grounds::alone(string, &[a, b], 1), first | second));
        }
        one.iter().find_map(|&(region, _)| Some((Grounds::alone(string, &[region], EYES), with(region, EYES)?)))
    }

    /// Why a string is kept by itself, if [`keeps`](LocalGames::keeps) says so.
    #[must_use]
    pub fn grounds_alone(
        &mut self,
        stones: [Wide; 2],
        colour: Colour,
        string: Wide,
        budget: Budget,
    ) -> Option<Grounds> {
        self.alone(stones, colour, string, budget).map(|(grounds, _)| grounds)
    }

    /// A zone of the local game of a region, if the player is found to win it.
    fn is_won(&mut self, stones: [Wide; 2], colour: Colour, asked: &Question, budget: Budget) -> Option<Wide> {
        let (place, table) = self.at(asked.points, asked.aim)?;
        let ways = place.start(stones, colour, asked);
        Search::new(&place.game, table, budget).wins(ways).map(|zone| place.on_board(zone))
    }

    /// Where the game of a region is played, and what is known of it.
    fn at(&mut self, region: Wide, aim: Aim) -> Option<(&Place, &mut Table)> {
        let key = (aim, Place::points(&self.board, region));
        if !self.searched.contains_key(&key) {
            let place = Place::of(&self.board, region, aim, self.care)?;
            if self.searched.values().map(|(_, table)| table.len()).sum::<usize>() > MOST_ELSEWHERE {
                self.searched.clear();
            }
            self.searched.insert(key, (place, Table::default()));
        }
        self.searched.get_mut(&key).map(|(place, table)| (&*place, table))
    }

    /// The steps that show that the player wins a game of these grounds; nothing if it takes more than `budget`.
    pub fn steps(
        &mut self,
        stones: [Wide; 2],
        colour: Colour,
        (grounds, game): (&Grounds, usize),
        budget: Budget,
    ) -> Option<Vec<LocalStep>> {
        let (place, table) = self.at(grounds.games[game].points, grounds.aim)?;
        let start = place.start_of(stones, colour, grounds, game);
        let show = |table: &mut Table| {
            let mut search = Search::new(&place.game, table, budget);
            search.wins(start.clone())?;
            search.steps(&start)
        };
        // Where too much has been forgotten: with a table that keeps what this game takes.
        show(table).or_else(|| show(&mut Table::default()))
    }
}

/// What is asked of the local game of a region.
struct Question<'a> {
    points: Wide,
    walls: &'a [Wide],
    /// The eyes of its walls.
    eyes: &'a [Eyes],
    /// Stones in it that must not be taken.
    kept: Wide,
    aim: Aim,
}

/// Without the walls that border on one region only, and the regions around the others: a string in a region is better off as a
/// part of it, where it may be given up.
fn without_inner(board: &WideBoard, mut walls: Vec<Wide>) -> (Vec<Wide>, Vec<Region>) {
    loop {
        let all = Wide::union(walls.iter().copied());
        let regions: Vec<Wide> = board.components(board.all().less(all)).collect();
        let before = walls.len();
        walls.retain(|&wall| regions.iter().filter(|&&region| board.around(wall).meets(region)).count() > 1);
        if walls.len() == before {
            let around = |points: Wide| walls.iter().filter(|w| w.meets(board.around(points))).copied().collect();
            let regions = regions.into_iter().map(|points| Region { points, walls: around(points) }).collect();
            return (walls, regions);
        }
    }
}

/// A region and the walls around it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Region {
    points: Wide,
    walls: Vec<Wide>,
}

/// The local games of a position that have been asked about.
struct Asked<'a> {
    games: &'a mut LocalGames,
    stones: [Wide; 2],
    colour: Colour,
    aim: Aim,
    /// Stones of the opponent's that are known to be kept.
    alive: Wide,
    budget: Budget,
    known: FxHashMap<(Region, Vec<Eyes>, Wide), bool>,
}

impl Asked<'_> {
    /// Whether the player is known to win the local game of a region, each of its walls having these eyes, and none of the `kept`
    /// stones in it being taken.
    fn wins(&mut self, region: &Region, eyes: &[Eyes], kept: Wide) -> bool {
        let key = (region.clone(), eyes.to_vec(), kept);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let budget =
            if region.points.count() > MOST_BARRED { Budget { states: 0, ..self.budget } } else { self.budget };
        let question = Question { points: region.points, walls: &region.walls, eyes, kept, aim: self.aim };
        let wins = !region.points.meets(self.alive)
            && self.games.is_won(self.stones, self.colour, &question, budget).is_some();
        self.known.insert(key, wins);
        wins
    }
}

/// The eyes of a wall, as seen from one region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Eyes {
    /// That every string with it comes to have here.
    here: usize,
    /// That every string with it comes to have elsewhere.
    elsewhere: usize,
}

/// How many eyes each wall comes to have in each region: found step by step, so that there may be more that are not found.
struct Shares {
    walls: Vec<Wide>,
    regions: Vec<Region>,
    /// By region, its walls.
    around: Vec<Vec<usize>>,
    /// By region, and by wall of the region, the eyes that every string with it comes to have there; `None` if the other is not
    /// barred from it.
    eyes: Vec<Option<Vec<usize>>>,
}

impl Shares {
    /// One eye in each region, of walls that border on two or more from which the other can be barred.
    fn new(walls: &[Wide], regions: &[Region], asked: &mut Asked) -> Shares {
        let number = |wall: &Wide| walls.iter().position(|w| w == wall);
        let around: Vec<Vec<usize>> = regions.iter().map(|r| r.walls.iter().filter_map(number).collect()).collect();
        let eyes = regions.iter().map(|region| {
            let all = vec![Eyes { here: 0, elsewhere: EYES }; region.walls.len()];
            asked.wins(region, &all, Wide::default()).then(|| vec![0; region.walls.len()])
        });
        let eyes = eyes.collect();
        let mut shares = Shares { walls: walls.to_vec(), regions: regions.to_vec(), around, eyes };
        for wall in 0..walls.len() {
            let places = shares.places(wall);
            if places.len() > 1 {
                places.into_iter().for_each(|place| shares.set(place, 1));
            }
        }
        shares
    }

    /// The regions on which a wall borders and from which the other may be barred, with its place among the walls there.
    fn places(&self, wall: usize) -> Vec<(usize, usize)> {
        let at = |r: usize| self.around[r].iter().position(|&w| w == wall).map(|i| (r, i));
        (0..self.regions.len()).filter(|&r| self.eyes[r].is_some()).filter_map(at).collect()
    }

    fn get(&self, (region, i): (usize, usize)) -> usize {
        self.eyes[region].as_ref().map_or(0, |of| of[i])
    }

    fn set(&mut self, (region, i): (usize, usize), eyes: usize) {
        if let Some(of) = &mut self.eyes[region] {
            of[i] = eyes;
        }
    }

    /// The eyes of the walls of a region.
    fn of(&self, region: usize) -> Vec<Eyes> {
        let of = |(i, &wall): (usize, &usize)| {
            let here = self.get((region, i));
            let all: usize = self.places(wall).into_iter().map(|place| self.get(place)).sum();
            Eyes { here, elsewhere: (all - here).min(EYES) }
        };
        self.around[region].iter().enumerate().map(of).collect()
    }

    /// Takes back of what is claimed of each region until it is so; the walls that lack an eye then.
    fn settle(&mut self, asked: &mut Asked) -> Vec<usize> {
        let lost: Vec<usize> = (0..self.walls.len()).filter(|&wall| self.places(wall).is_empty()).collect();
        if !lost.is_empty() {
            return lost;
        }
        let mut todo: Vec<usize> = (0..self.regions.len()).filter(|&r| self.eyes[r].is_some()).collect();
        while let Some(r) = todo.pop() {
            if !self.settle_one(r, asked, &mut todo) {
                let lacking = self.lacking(r, asked);
                return lacking;
            }
        }
        Vec::new()
    }

    /// The regions from which the other can be barred as one, in which every wall needs all its eyes; `None` if a wall borders on none of them.
    fn merged(&self) -> Option<Shares> {
        let regions = self.regions.iter().zip(&self.eyes).filter(|(_, eyes)| eyes.is_some()).map(|(region, _)| region);
        let points = Wide::union(regions.map(|region| region.points));
        let number = self.walls.len();
        (0..number).all(|wall| !self.places(wall).is_empty()).then(|| Shares {
            walls: self.walls.clone(),
            regions: vec![Region { points, walls: self.walls.clone() }],
            around: vec![(0..number).collect()],
            eyes: vec![Some(vec![0; number])],
        })
    }

    fn is_so(&self, r: usize, asked: &mut Asked) -> bool {
        asked.wins(&self.regions[r], &self.of(r), Wide::default())
    }

    /// Takes back of what is claimed of a region; whether it is so then.
    fn settle_one(&mut self, r: usize, asked: &mut Asked, todo: &mut Vec<usize>) -> bool {
        if self.is_so(r, asked) {
            return true;
        }
        // First what is too much by itself.
        let eyes = self.of(r);
        let bare: Vec<Eyes> = eyes.iter().map(|&eyes| Eyes { here: 0, ..eyes }).collect();
        let alone = |i: usize| {
            let mut alone = bare.clone();
            alone[i] = eyes[i];
            alone
        };
        let region = self.regions[r].clone();
        let mut claimed: Vec<usize> = (0..eyes.len()).filter(|&i| eyes[i].here > 0).collect();
        let slack = |eyes: &Eyes| eyes.elsewhere < EYES;
        claimed.sort_by_key(|&i| (asked.wins(&region, &alone(i), Wide::default()), slack(&eyes[i])));
        for i in claimed {
            self.set((r, i), 0);
            for (other, _) in self.places(self.around[r][i]) {
                if other != r && !todo.contains(&other) {
                    todo.push(other);
                }
            }
            if self.is_so(r, asked) {
                return true;
            }
        }
        false
    }

    /// The walls for which a region does not do what they need.
    fn lacking(&self, r: usize, asked: &mut Asked) -> Vec<usize> {
        let eyes = self.of(r);
        let needy: Vec<usize> = (0..eyes.len()).filter(|&i| eyes[i].elsewhere < EYES).collect();
        let fails = |&i: &usize| {
            let mut alone = vec![Eyes { here: 0, elsewhere: EYES }; eyes.len()];
            alone[i] = eyes[i];
            !asked.wins(&self.regions[r], &alone, Wide::default())
        };
        let failing: Vec<usize> = needy.iter().copied().filter(fails).collect();
        let these = if failing.is_empty() { needy } else { failing };
        these.into_iter().map(|i| self.around[r][i]).collect()
    }

    /// Why all of it is held, if no wall lacks an eye: with as many of the strings in the regions as can be kept together.
    fn grounds(&self, asked: &mut Asked) -> Grounds {
        let mut games = Vec::new();
        for (r, region) in self.regions.iter().enumerate().filter(|(r, _)| self.eyes[*r].is_some()) {
            let eyes = self.of(r);
            let inner = asked.stones[asked.colour.index()] & region.points;
            let mut kept = Wide::default();
            if !inner.is_none() && asked.wins(region, &eyes, inner) {
                kept = inner;
            } else {
                let board = asked.games.board;
                for string in board.components(inner) {
                    if asked.wins(region, &eyes, kept | string) {
                        kept = kept | string;
                    }
                }
            }
            let walls = region.walls.iter().copied().zip(eyes.iter().map(|eyes| eyes.here)).collect();
            games.push(Ground { points: region.points, walls, kept });
        }
        Grounds { games, aim: asked.aim }
    }
}
