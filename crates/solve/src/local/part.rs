//! The local game of a region, and the parts it falls into while it is played.

use super::Aim;
use crate::board::{Board, Colour, Points, Position, points_of};
use crate::solve::search::zone::Care;

/// Eyes that a string needs.
pub(super) const EYES: u8 = 2;
/// Most strings around a part that need eyes there; with more of them a part is given up.
const MOST_STRINGS: usize = 8;
/// Most ways to share out the eyes that strings need among several parts.
const MOST_SHARES: usize = 24;

/// A string of the player's on the border of a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Border {
    /// The points of the part next to it.
    pub touch: Points,
    /// The eyes that it is to have in the part, because that is relied on elsewhere.
    pub here: u8,
    /// The eyes that it has elsewhere: two at most.
    pub elsewhere: u8,
}

impl Border {
    /// The eyes, or liberties, that it needs in the part.
    pub fn needs(&self) -> u8 {
        self.here.max(EYES - self.elsewhere)
    }

    /// Of a string that needs nothing in the part.
    fn firm(touch: Points) -> Border {
        Border { touch, here: 0, elsewhere: EYES }
    }

    /// The two as one string.
    pub fn with(self, other: Border) -> Border {
        Border {
            touch: self.touch | other.touch,
            here: self.here.max(other.here),
            elsewhere: self.elsewhere.max(other.elsewhere),
        }
    }

    fn within(self, points: Points) -> Border {
        Border { touch: self.touch & points, ..self }
    }
}

/// A state of the game of a part: what is left of a region when stones that have joined its border are taken out of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// Its points, which need not be connected.
    pub points: Points,
    /// The opponent's stones on them.
    pub theirs: Points,
    /// The player's stones on them: none next to the border, which it would have joined.
    pub own: Points,
    /// The points next to strings of the border that need nothing here.
    pub firm: Points,
    /// For each string that needs something here, in order: the points next to it, and the eyes it is to have here and has elsewhere.
    touch: [Points; MOST_STRINGS],
    eyes: [(u8, u8); MOST_STRINGS],
    needy: u8,
    /// The opponent is to move.
    pub theirs_to_move: bool,
    /// At no loss: the opponent has passed, or has been paid for a stone, so that the player's play answers nothing.
    free: bool,
    /// At no loss: one of the player's stones was played so, and the opponent has not yet played for it.
    pub loose: bool,
}

impl Part {
    /// With the opponent to move. `None` if too many strings need something.
    fn new(points: Points, theirs: Points, own: Points, strings: impl Iterator<Item = Border>) -> Option<Part> {
        let mut part = Part {
            points,
            theirs: theirs & points,
            own: own & points,
            firm: 0,
            touch: Default::default(),
            eyes: Default::default(),
            needy: 0,
            theirs_to_move: true,
            free: false,
            loose: false,
        };
        let (needy, firm): (Vec<Border>, Vec<Border>) = strings.map(|s| s.within(points)).partition(|s| s.needs() > 0);
        part.firm = firm.iter().fold(0, |m, s| m | s.touch);
        let mut needy = needy;
        needy.sort_unstable();
        for (i, string) in needy.iter().enumerate() {
            *part.touch.get_mut(i)? = string.touch;
            part.eyes[i] = (string.here, string.elsewhere);
            part.needy += 1;
        }
        Some(part)
    }

    /// The strings that need something here.
    pub fn strings(&self) -> impl Iterator<Item = Border> + '_ {
        let border = |i: usize| Border { touch: self.touch[i], here: self.eyes[i].0, elsewhere: self.eyes[i].1 };
        (0..usize::from(self.needy)).map(border)
    }

    /// The points next to the border.
    fn touched(&self) -> Points {
        self.touch.iter().fold(self.firm, |m, touch| m | touch)
    }

    /// Its points and the strings around them, without stones, the player to move.
    pub fn frame(&self) -> Part {
        Part { own: 0, theirs: 0, theirs_to_move: false, ..*self }
    }

    /// Its empty points.
    pub fn empty(&self) -> Points {
        self.points & !self.theirs & !self.own
    }
}

/// A way to go on: parts all of which have to be won, and eyes that are there already.
#[derive(Clone)]
pub struct Way {
    /// The parts.
    pub parts: Vec<Part>,
    /// The eyes.
    pub eyes: Points,
}

impl From<Vec<Part>> for Way {
    fn from(parts: Vec<Part>) -> Way {
        Way { parts, eyes: 0 }
    }
}

/// The local game of a region ([`held`](super::LocalGames::held)), played in parts.
///
/// What a part is, when it is won or lost, and that who wins all parts wins the local game, is in `docs/src/life.md` (*Parts*).
pub struct LocalGame {
    /// Points as a graph, the region among them.
    pub board: Board,
    /// What the player wants.
    pub aim: Aim,
    /// What is kept of zones.
    pub care: Care,
}

/// Black for the player, as boards need colours.
const PLAYER: Colour = Colour::Black;

impl LocalGame {
    /// How it begins: of these ways the player has to win one, and in it all parts, the opponent moving first in each. `kept` are those of
    /// his `own` stones that must not be taken: their strings are border, with nothing elsewhere.
    pub fn start(&self, region: Points, stones: Position, kept: Points, mut strings: Vec<Border>) -> Vec<Way> {
        let [own, theirs] = stones.stones.map(|s| s & region);
        let kept: Vec<Points> = self.board.components(own).filter(|string| string & kept != 0).collect();
        let stones = kept.iter().fold(0, |m, s| m | s);
        strings.extend(kept.iter().map(|&s| Border { touch: self.board.around(s), here: 0, elsewhere: 0 }));
        self.shared(region & !stones, theirs, own & !stones, &strings)
    }

    /// Seen without looking further: whether the player wins.
    pub fn known(&self, part: &Part) -> Option<bool> {
        let empty = part.empty();
        if part.theirs_to_move {
            let short = |s: Border| (s.touch & empty).count_ones() < u32::from(s.needs());
            if part.strings().any(short) {
                return Some(false);
            }
        }
        let won = match (part.needy, self.aim.bars()) {
            (0, false) => true,
            // Without a border there is nothing that stays.
            (0, true) => {
                (part.points == 0 || part.firm != 0) && self.is_paired(part.points & !part.firm, part.firm & empty)
            }
            (_, false) => false,
            (_, true) => self.is_won_by_pairs(part),
        };
        if won {
            return Some(true);
        }
        (self.aim.bars() && self.is_lived_in(part)).then_some(false)
    }

    /// Whether the opponent has immortal stones in it ([`Board::immortal`]).
    fn is_lived_in(&self, part: &Part) -> bool {
        if part.theirs.count_ones() < 2 {
            return false;
        }
        let (board, touched) = (&self.board, part.touched());
        let mut regions: Vec<Points> =
            board.components(part.points & !part.theirs).filter(|region| region & touched == 0).collect();
        let mut strings: Vec<Points> = board.components(part.theirs).collect();
        loop {
            if regions.len() < 2 || strings.is_empty() {
                return false;
            }
            let lives = |string: &Points| {
                let reach = board.around(*string);
                regions.iter().filter(|&&region| region & !part.own & !reach == 0).nth(1).is_some()
            };
            let before = strings.len();
            strings.retain(lives);
            if strings.len() == before {
                return true;
            }
            let given_up = part.theirs & !strings.iter().fold(0, |m, s| m | s);
            regions.retain(|&region| board.around(region) & given_up == 0);
        }
    }

    /// After a pass of the opponent's.
    pub fn passed(&self, part: &Part) -> Part {
        Part { theirs_to_move: false, free: self.aim == Aim::BarsAtNoLoss, ..*part }
    }

    /// What the opponent's pass leads to (`None`), and his plays.
    pub fn moves(&self, part: &Part) -> Vec<(Option<usize>, Part)> {
        let plays = self.after_theirs(part, part.points).into_iter().map(|(p, to)| (Some(p), to));
        [(None, self.passed(part))].into_iter().chain(plays).collect()
    }

    /// What the opponent's plays on these points lead to.
    pub fn after_theirs(&self, part: &Part, on: Points) -> Vec<(usize, Part)> {
        let position = Position { stones: [part.own, part.theirs] };
        // Strings of the border have other liberties.
        let after = |p| {
            let [own, theirs] = self.put(position, PLAYER.opponent(), p, part)?;
            // A play that takes stones pays for a loose one.
            let free = part.loose && own != part.own;
            Some((
                p,
                Part { own, theirs, theirs_to_move: false, free, loose: part.loose && !free && own != 0, ..*part },
            ))
        };
        points_of(part.empty() & on).filter_map(after).collect()
    }

    /// The stones after a play in a part, by which the player's strings in it and his opponent's may be taken; `None` if it takes nothing
    /// and has no liberty, or if it is a ko capture of the player's. What joins the border has a liberty.
    fn put(&self, position: Position, colour: Colour, p: usize, part: &Part) -> Option<[Points; 2]> {
        let (board, empty) = (&self.board, part.empty() & !(1 << p));
        let mut stones = position.stones;
        stones[colour.index()] |= 1 << p;
        let other = position.of(colour.opponent());
        let mut taken = 0;
        let mut beside = board.adjacent(p) & other;
        while beside != 0 {
            let string = board.connected(beside & beside.wrapping_neg(), other);
            beside &= !string;
            if board.around(string) & empty == 0 {
                taken |= string;
            }
        }
        stones[colour.opponent().index()] &= !taken;
        let string = board.connected(1 << p, stones[colour.index()]);
        if colour == PLAYER && part.touched() & string != 0 {
            return Some(stones);
        }
        let liberties = board.around(string) & (empty | taken);
        let ko = colour == PLAYER && taken.is_power_of_two() && string == 1 << p && liberties == taken;
        (liberties != 0 && !ko).then_some(stones)
    }

    /// The player's plays, in the order of points.
    pub fn after_own(&self, part: &Part) -> Vec<(usize, Vec<Way>)> {
        points_of(part.empty()).filter_map(|p| Some((p, self.ways(part, p)?))).collect()
    }

    /// The ways to go on after a play of the player's, of which he has to win one; `None` if he cannot play there, or has lost then.
    pub fn ways(&self, part: &Part, p: usize) -> Option<Vec<Way>> {
        let position = Position { stones: [part.own, part.theirs] };
        let [own, theirs] = self.put(position, PLAYER, p, part)?;
        let string = self.board.connected(1 << p, own);
        if string & part.touched() == 0 {
            if part.free && part.loose {
                return None;
            }
            let loose = part.free || part.loose;
            return Some(vec![vec![Part { own, theirs, theirs_to_move: true, free: false, loose, ..*part }].into()]);
        }
        // It joins strings of the border, which are one string then.
        let left = part.points & !string;
        // Of those that need nothing it is not known which points are next to which: they say only what the one has elsewhere.
        let firm = Border::firm(part.firm);
        let (joined, others): (Vec<Border>, Vec<Border>) = part.strings().partition(|s| s.touch & string != 0);
        let elsewhere = if firm.touch & string == 0 { 0 } else { EYES };
        let play = Border { touch: self.board.around(string), here: 0, elsewhere };
        let one = joined.iter().fold(play, |one, s| one.with(*s));
        let strings: Vec<Border> = others.into_iter().chain([firm, one]).map(|s| s.within(left)).collect();
        let mut ways = self.shared(left, theirs, own & !string, &strings);
        ways.iter_mut().flat_map(|way| &mut way.parts).for_each(|to| to.loose = part.loose && to.own != 0);
        (!ways.is_empty()).then_some(ways)
    }

    /// The ways to take points with these stones and strings around them as parts, of which the player has to win one: none if he has
    /// lost. A string that borders on several connected parts has the eyes that it needs here in one of them or in two; or the
    /// parts stay together.
    fn shared(&self, points: Points, theirs: Points, own: Points, strings: &[Border]) -> Vec<Way> {
        let connected: Vec<Points> = self.board.components(points).collect();
        let needy: Vec<Border> = strings.iter().filter(|s| s.needs() > 0).copied().collect();
        let mut ways = Vec::new();
        if !needy.is_empty()
            && let Some(way) = self.with_eyes(&connected, theirs, own, strings, &needy)
        {
            return vec![way];
        }
        let needed = needy.iter().fold(0, |m, s| m | s.touch);
        if connected.iter().filter(|&&c| c & needed != 0).nth(1).is_some() {
            ways.extend(Self::together(&connected, theirs, own, strings, needed).map(Way::from));
        }
        // By connected part, the strings around it.
        let mut shares: Vec<Vec<Vec<Border>>> = vec![vec![Vec::new(); connected.len()]];
        for string in strings {
            let at: Vec<usize> = (0..connected.len()).filter(|&i| string.touch & connected[i] != 0).collect();
            let needs = string.needs();
            let alone = |i: usize| (0..connected.len()).map(|j| if i == j { needs } else { 0 }).collect::<Vec<u8>>();
            let mut eyes: Vec<Vec<u8>> = Vec::new();
            match (at.len(), needs) {
                (0, 0) => continue,
                (0, _) => return Vec::new(),
                (_, 0) => eyes.push(vec![0; connected.len()]),
                (1, _) => {
                    shares.iter_mut().for_each(|share| share[at[0]].push(string.within(connected[at[0]])));
                    continue;
                }
                _ => eyes.extend(at.iter().map(|&i| alone(i))),
            }
            if needs == EYES {
                for (k, &i) in at.iter().enumerate() {
                    for &j in &at[k + 1..] {
                        eyes.push((0..connected.len()).map(|n| u8::from(n == i || n == j)).collect());
                    }
                }
            }
            let mut next = Vec::new();
            for share in &shares {
                for eyes in &eyes {
                    let mut share = share.clone();
                    let all: u8 = eyes.iter().sum();
                    for &i in &at {
                        let elsewhere = (string.elsewhere + all - eyes[i]).min(EYES);
                        share[i].push(Border { touch: string.touch & connected[i], here: eyes[i], elsewhere });
                    }
                    next.push(share);
                }
            }
            next.truncate(MOST_SHARES);
            shares = next;
        }
        for share in shares {
            let parts = connected.iter().zip(share).map(|(&c, strings)| Part::new(c, theirs, own, strings.into_iter()));
            ways.extend(parts.collect::<Option<Vec<Part>>>().map(Way::from));
        }
        ways
    }

    /// The connected parts on which strings border that need something, as one part; the others by themselves.
    fn together(
        connected: &[Points],
        theirs: Points,
        own: Points,
        strings: &[Border],
        needed: Points,
    ) -> Option<Vec<Part>> {
        let one = connected.iter().filter(|&&c| c & needed != 0).fold(0, |m, c| m | c);
        let others = connected.iter().copied().filter(|c| c & needed == 0);
        let around = |c: Points| strings.iter().filter(move |s| s.touch & c != 0).copied();
        others.chain([one]).map(|c| Part::new(c, theirs, own, around(c))).collect()
    }

    /// What is left if all strings have the eyes that they need: connected parts all of whose points are next to the string, with none of
    /// the player's own stones in it; one with two cuts counts twice.
    fn with_eyes(
        &self,
        connected: &[Points],
        theirs: Points,
        own: Points,
        strings: &[Border],
        needy: &[Border],
    ) -> Option<Way> {
        let is_eye = |c: Points, s: &Border| c & !s.touch == 0 && c & own == 0;
        let eyes = |s: &Border| -> u8 {
            let of = |&c: &Points| if self.board.has_two_cuts(c, c & !theirs) { 2 } else { 1 };
            connected.iter().filter(|&&c| is_eye(c, s)).map(of).sum()
        };
        if !needy.iter().all(|s| eyes(s) >= s.needs()) {
            return None;
        }
        let (all_eyes, rest): (Vec<Points>, Vec<Points>) =
            connected.iter().partition(|&&c| needy.iter().any(|s| is_eye(c, s)));
        let parts = rest.iter().map(|&c| Part::new(c, theirs, own, strings.iter().map(|s| Border::firm(s.touch))));
        Some(Way { parts: parts.collect::<Option<_>>()?, eyes: all_eyes.iter().fold(0, |m, c| m | c) })
    }

    /// How hard it seems to win it: many deep points are hard, the more so if they are together.
    pub fn estimate(&self, part: &Part) -> u32 {
        let needs: u32 = part.strings().map(|s| u32::from(s.needs())).sum();
        if self.aim.bars() {
            let deep = (part.points & !part.touched() & !part.own).count_ones();
            return 1 + needs + deep * deep / 4 + part.own.count_ones();
        }
        let room = |s: Border| 6 * u32::from(s.needs()) / (s.touch & part.empty()).count_ones().max(1);
        1 + needs + part.strings().map(room).sum::<u32>()
    }
}
