//! Immortal stones: by the definition (an exhaustive solo search) and by Benson's theorem.

use arrayvec::ArrayVec;
use rustc_hash::FxHashSet;

use super::bits::{Board, MAX_POINTS, Points, Position, points_of};
use super::grid::Colour;

/// Parts of a board, apart from each other: no more than points.
type Parts = ArrayVec<Points, MAX_POINTS>;

impl Board {
    /// The immortal stones of `colour` by definition: those not removed by any sequence of moves in which
    /// the opponent plays first and `colour` always passes. Exhaustive over every set of opposing plays.
    #[must_use]
    pub fn immortal_by_definition(&self, pos: Position, colour: Colour) -> Points {
        let opponent = colour.opponent();
        let mut survivors = pos.of(colour);
        let mut seen = FxHashSet::default();
        let mut open = vec![pos];
        seen.insert(pos);
        while let Some(here) = open.pop() {
            survivors &= here.of(colour);
            for p in points_of(self.empty(here)) {
                if let Some(play) = self.play(here, opponent, p)
                    && seen.insert(play.after)
                {
                    open.push(play.after);
                }
            }
        }
        survivors
    }

    /// The immortal stones of `colour` by D. B. Benson, "Life in the game of Go" (1976): the greatest set of strings and of
    /// regions enclosed by them such that every string has two vital regions, a region being vital to a string when all its
    /// empty points are liberties of that string.
    #[must_use]
    pub fn immortal(&self, pos: Position, colour: Colour) -> Points {
        self.immortal_within(pos, colour, false, pos.of(colour), &mut Parts::new())
    }

    /// The stones of `colour` that are safe, whoever is to move, if he answers each play of the opponent: Benson's condition, but
    /// that a region with two [cuts](Board::is_cut) all whose points are next to a string counts twice for it.
    ///
    /// The proof is in `docs/src/life.md` (*Safe by answers*).
    #[must_use]
    pub fn safe(&self, pos: Position, colour: Colour) -> Points {
        self.immortal_within(pos, colour, true, pos.of(colour), &mut Parts::new())
    }

    /// Whether one of these stones of `colour` is [safe](Board::safe).
    #[must_use]
    pub fn is_any_safe(&self, pos: Position, colour: Colour, stones: Points) -> bool {
        stones & self.immortal_within(pos, colour, true, stones, &mut Parts::new()) != 0
    }

    /// The [immortal](Board::immortal) stones of `colour`, and what he [bars](Board::barred) to his opponent.
    #[must_use]
    pub fn immortal_and_barred(&self, pos: Position, colour: Colour) -> (Points, Points) {
        // All points of an eye of a wall that bars are next to it, so all its empty points are: where no region is so there is no such wall.
        if self.shallow(pos, colour) == 0 { (0, 0) } else { (self.immortal(pos, colour), self.barred(pos, colour)) }
    }

    /// The regions between the strings of `colour` all of whose empty points are next to these.
    fn shallow(&self, pos: Position, colour: Colour) -> Points {
        let own = pos.of(colour);
        self.without(self.all() & !own, self.empty(pos) & !self.around(own))
    }

    /// How many eyes a region is to a string with the points `reach` around it: see [`Board::safe`].
    fn eyes(&self, region: Points, reach: Points, empty: Points, answers: bool) -> usize {
        if region & reach == 0 || region & empty & !reach != 0 {
            0
        } else if answers && region & !reach == 0 && self.has_two_cuts(region, empty) {
            2
        } else {
            1
        }
    }

    /// Whether a play on `p` parts the region.
    fn is_cut(&self, region: Points, p: usize) -> bool {
        let rest = region & !(1 << p);
        rest != 0 && self.connected(rest & rest.wrapping_neg(), rest) != rest
    }

    /// Whether a region has two empty [cuts](Board::safe).
    pub fn has_two_cuts(&self, region: Points, empty: Points) -> bool {
        region.count_ones() >= 4 && points_of(region & empty).filter(|&p| self.is_cut(region, p)).nth(1).is_some()
    }

    /// The maximal connected parts of `set` with none of these points.
    fn without(&self, set: Points, points: Points) -> Points {
        set & !self.connected(points, set)
    }

    /// Whether a string has two eyes among these regions.
    fn has_two_eyes(&self, string: Points, regions: &[Points], empty: Points, answers: bool) -> bool {
        let reach = self.around(string);
        let mut eyes = 0;
        regions.iter().any(|&region| {
            eyes += self.eyes(region, reach, empty, answers);
            eyes >= 2
        })
    }

    /// The immortal stones, or those that are [safe](Board::safe) by answers, if any of the stones `asked` about is one of them, and else perhaps
    /// none; and the regions enclosed by them that may be vital.
    fn immortal_within(
        &self,
        pos: Position,
        colour: Colour,
        answers: bool,
        asked: Points,
        regions: &mut Parts,
    ) -> Points {
        let own = pos.of(colour);
        // Only a region whose empty points are all next to strings of `colour` can be vital to any of them.
        let shallow = self.shallow(pos, colour);
        if shallow == 0 {
            return 0;
        }
        let empty = self.empty(pos);
        regions.extend(self.components(shallow));
        if regions.len() < if answers { 1 } else { 2 } {
            return 0;
        }
        let mut alive = own;
        loop {
            let two_eyes = |string: &Points| self.has_two_eyes(*string, regions, empty, answers);
            // A string without two eyes here has none later.
            if asked != own
                && !self.components(alive).filter(|string| string & asked != 0).any(|string| two_eyes(&string))
            {
                return 0;
            }
            let next = self.components(alive).filter(two_eyes).fold(0, |all, string| all | string);
            if next == alive {
                return alive;
            }
            alive = next;
            // A region bordered by a string given up is no longer enclosed.
            let given_up = own & !alive;
            regions.retain(|r| self.around(*r) & given_up == 0);
        }
    }

    /// Why the stone of `colour` on `p` is immortal: points on which any other position need only be the same for it to be
    /// immortal there too. `None` if it is not immortal.
    ///
    /// They are a set of whole strings with two vital regions of each, and every string that borders on one of these regions
    /// is in the set: the hypothesis of Benson's theorem, whatever lies elsewhere. (A string may go on outside; its regions
    /// stay vital to it.)
    #[must_use]
    pub fn immortal_zone(&self, pos: Position, colour: Colour, p: usize) -> Option<Points> {
        self.zone_within(pos, colour, p, false)
    }

    /// The same of a stone that is [safe](Board::safe).
    #[must_use]
    pub fn safe_zone(&self, pos: Position, colour: Colour, p: usize) -> Option<Points> {
        self.zone_within(pos, colour, p, true)
    }

    fn zone_within(&self, pos: Position, colour: Colour, p: usize, answers: bool) -> Option<Points> {
        let mut regions = Parts::new();
        let alive = self.immortal_within(pos, colour, answers, 1 << p, &mut regions);
        if alive >> p & 1 == 0 {
            return None;
        }
        regions.sort_by_key(|r| r.count_ones());
        let (own, empty) = (pos.of(colour), self.empty(pos));
        let (mut zone, mut done, mut chosen) = (1 << p, 0, 0);
        loop {
            let todo = zone & own & !done;
            if todo == 0 {
                return Some(zone);
            }
            let string = self.connected(todo & todo.wrapping_neg(), own);
            done |= string;
            zone |= string;
            let reach = self.around(string);
            let vital =
                || regions.iter().map(|&r| (r, self.eyes(r, reach, empty, answers))).filter(|&(_, eyes)| eyes > 0);
            let mut have: usize = vital().filter(|&(r, _)| r & chosen != 0).map(|(_, eyes)| eyes).sum();
            for (region, eyes) in vital() {
                if have >= 2 {
                    break;
                }
                if region & chosen == 0 {
                    have += eyes;
                    chosen |= region;
                    zone |= region | self.around(region) & own;
                }
            }
        }
    }

    /// The greatest set of strings of `colour` each of which has two eyes, an eye being an empty point with stones of the set on
    /// all sides; and these eyes. W in [`Board::denied`].
    #[must_use]
    pub fn two_eyed(&self, pos: Position, colour: Colour) -> (Points, Points) {
        let empty = self.empty(pos);
        let mut wall = pos.of(colour);
        loop {
            let eyes = empty & !self.around(self.all() & !wall);
            if wall != 0 && eyes.count_ones() < 2 {
                wall = 0;
                continue;
            }
            let next =
                self.components(wall).filter(|&s| (self.around(s) & eyes).count_ones() >= 2).fold(0, |m, s| m | s);
            if next == wall {
                return (wall, eyes);
            }
            wall = next;
        }
    }

    /// Points on which no stone of the opponent of `colour` can live, for all that he plays, passes or bans by ko rules: from
    /// any turn of his `colour` can go on, by plays that are no ko captures, until none is there or can ever be there again.
    ///
    /// Let W be the greatest set of strings of `colour` each of which has two eyes, an eye being an empty point with stones of
    /// W on all sides, and a region a maximal connected set of points outside W and the eyes. The points are W, its eyes and the regions
    /// of which at most one point is *deep* (not next to a stone of W), and that one has two neighbours at least. The proof is in
    /// `docs/src/life.md` (*Denied*).
    #[must_use]
    pub fn denied(&self, pos: Position, colour: Colour) -> Points {
        let (wall, eyes) = self.two_eyed(pos, colour);
        if wall == 0 {
            return 0;
        }
        self.components(self.all() & !wall & !eyes)
            .filter(|&region| self.fits(wall, region))
            .fold(wall | eyes, |m, region| m | region)
    }

    /// Whether at most one point of a region is deep, and that one has two neighbours at least: see [`Board::denied`].
    fn fits(&self, wall: Points, region: Points) -> bool {
        let deep = region & !self.around(wall);
        deep == 0 || (deep.is_power_of_two() && self.adjacent(deep.trailing_zeros() as usize).count_ones() >= 2)
    }

    /// Why all of `needed` is denied to the opponent of `colour`: points on which any other position need only be the same for
    /// them to be denied there too. `None` if they are not all denied.
    ///
    /// They are W and its eyes, and the regions with a point of `needed`: in a position that is the same there W has its eyes
    /// too, and only W borders on these regions.
    #[must_use]
    pub fn denied_zone(&self, pos: Position, colour: Colour, needed: Points) -> Option<Points> {
        let (wall, eyes) = self.two_eyed(pos, colour);
        if wall == 0 {
            return None;
        }
        let mut zone = wall | eyes;
        for region in self.components(self.all() & !zone).filter(|region| region & needed != 0) {
            if !self.fits(wall, region) {
                return None;
            }
            zone |= region;
        }
        Some(zone)
    }

    /// The same as [`Board::denied`] for walls that have larger eyes, and are safe by answers. W is the greatest set of strings of
    /// `colour` each of which has two eyes, an eye of a string being a region outside W all points of which are next to it; one with
    /// two [cuts](Board::safe) counts twice. A region is *barren* if at most one point is deep, as there, or two that are neighbours of each other and of more;
    /// and barred if it is barren or has two empty points next to W on each of which a play would leave it barren.
    ///
    /// The proof is in `docs/src/life.md` (*Barred*); other regions are as in `denied`.
    #[must_use]
    pub fn barred(&self, pos: Position, colour: Colour) -> Points {
        let wall = self.barring(pos, colour);
        if wall == 0 {
            return 0;
        }
        let empty = self.empty(pos);
        let bars = |&region: &Points| self.bars(wall, region, empty);
        self.components(self.all() & !wall).filter(bars).fold(wall, |m, region| m | region)
    }

    /// Whether nothing lives in a region with these deep points: see [`Board::barred`].
    pub fn is_barren(&self, deep: Points) -> bool {
        match deep.count_ones() {
            0 => true,
            1 => self.around(deep).count_ones() >= 2,
            2 => self.around(deep) & deep == deep && points_of(deep).all(|p| self.adjacent(p).count_ones() >= 2),
            _ => false,
        }
    }

    fn bars(&self, wall: Points, region: Points, empty: Points) -> bool {
        let leaves_barren = |&q: &usize| {
            let (wall, rest) = (wall | 1 << q, region & !(1 << q));
            self.components(rest).all(|part| self.is_barren(part & !self.around(wall)))
        };
        self.is_barren(region & !self.around(wall))
            || points_of(region & empty & self.around(wall)).filter(leaves_barren).nth(1).is_some()
    }

    /// W in [`Board::barred`].
    fn barring(&self, pos: Position, colour: Colour) -> Points {
        let (mut wall, empty) = (pos.of(colour), self.empty(pos));
        loop {
            // An eye is next to a string of the wall everywhere.
            let outside = self.all() & !wall;
            let shallow = self.without(outside, outside & !self.around(wall));
            if shallow == 0 {
                return 0;
            }
            let regions: Parts = self.components(shallow).collect();
            let has_eyes = |string: &Points| {
                let reach = self.around(*string);
                let mut eyes = 0;
                regions.iter().filter(|&region| region & !reach == 0).any(|&region| {
                    eyes += self.eyes(region, reach, empty, true);
                    eyes >= 2
                })
            };
            let next = self.components(wall).filter(has_eyes).fold(0, |all, string| all | string);
            if next == wall {
                return wall;
            }
            wall = next;
        }
    }

    /// Why all of `needed` is barred to the opponent of `colour`: points as for [`Board::denied_zone`]: W, its eyes, and the regions
    /// with a point of `needed`. `None` if they are not all barred.
    #[must_use]
    pub fn barred_zone(&self, pos: Position, colour: Colour, needed: Points) -> Option<Points> {
        let wall = self.barring(pos, colour);
        if wall == 0 {
            return None;
        }
        let mut zone = wall;
        let empty = self.empty(pos);
        for region in self.components(self.all() & !wall) {
            let is_needed = region & needed != 0;
            if is_needed && !self.bars(wall, region, empty) {
                return None;
            }
            if is_needed || self.components(wall).any(|string| region & !self.around(string) == 0) {
                zone |= region;
            }
        }
        Some(zone)
    }

    /// Points on which the opponent of `colour` can have no stone for ever, though he be in the way now: see [`Board::forbidden_zone`].
    #[must_use]
    pub fn forbidden(&self, pos: Position, colour: Colour) -> Points {
        let immortal = self.immortal(pos, colour);
        let held = immortal | self.all() & !self.around(self.all() & !immortal);
        let eyes = points_of(held & self.empty(pos)).filter(|&p| self.adjacent(p) != 0).fold(0, |m, p| m | 1 << p);
        immortal | eyes | self.barred(pos, colour)
    }

    /// Why the opponent of `colour` can have no stone on `needed` for ever, though he be in the way now: points as for
    /// [`Board::barred_zone`]. `None` if that is not seen.
    ///
    /// A point is barred; or it holds an immortal stone of `colour`, or is empty with such stones on all sides (`docs/src/life.md`, *Forbidden*).
    #[must_use]
    pub fn forbidden_zone(&self, pos: Position, colour: Colour, needed: Points) -> Option<Points> {
        let (immortal, barred) = (self.immortal(pos, colour), self.barred(pos, colour));
        let open = needed & !barred;
        let mut zone = if needed & barred == 0 { 0 } else { self.barred_zone(pos, colour, needed & barred)? };
        let mut held = open & immortal;
        for p in points_of(open & !immortal) {
            if pos.occupied() >> p & 1 == 1 || self.adjacent(p) & !immortal != 0 || self.adjacent(p) == 0 {
                return None;
            }
            zone |= 1 << p;
            held |= self.adjacent(p);
        }
        while held != 0 {
            let p = held.trailing_zeros() as usize;
            zone |= self.immortal_zone(pos, colour, p)?;
            held &= !self.string_at(pos, p);
        }
        Some(zone)
    }
}
