//! Positions of boards of any size on which almost nothing is open: the open points as a board of their own, and games on it that bound those of the
//! whole board.
//!
//! *Frozen* strings are the greatest sets of strings of a player each of which has two eyes, an eye being an empty point with frozen stones of his on all
//! sides. Every point that is neither frozen nor such an eye is *open*. Nobody can play in the other's eyes, and frozen strings stand as long as their
//! owner keeps two eyes of each. But he may fill them: that costs him nothing but the string, and may be the spare move on which a ko hangs. So
//! frozen strings are not simply left out. For each player there is a game ([`Bound`]) in which he is restricted and his opponent is not, and
//! what he forces there he forces on the whole board. Where neither game tells, the question stays open.
//!
//! *Claim:* what a player forces in his [`Bound`] he forces on the whole board, in what lies on open points.
//!
//! *Proof:* he plays on the whole board as he does there, and this holds throughout: all frozen strings stand; each of his has two eyes that nobody has
//! played in; and the open points, the player to move and the bans are the same in both games.
//!
//! * *His plays on open points* are legal and take the same stones there. No frozen string of the opponent's is among them, as he may not
//!   take the last open liberty of such a string unless it has an eye left: an opponent who has made so many spare moves has filled no more eyes than that.
//! * *His spare moves* fill eyes of his, in an order in which two are left to every string.
//! * *The opponent's plays on open points* take no frozen string, as his have two eyes. They are legal in the game if they are on the whole board (there his
//!   frozen strings may have fewer liberties, never more).
//! * *The opponent's other plays* are in eyes of his own, as one in the player's would be suicide. Each is a spare move in the game, which allows any number of
//!   them, or as many as he has eyes: more than he has can only help him.
//! * *Repetition.* A spare move of either player adds a stone that stays. So the whole board is never again as it was before.
//! * *Benson's theorem* tells the same of strings on open points in both games. A frozen string is immortal in both, the player's by the eyes that he keeps;
//!   a region with a frozen string of the other player's is vital in neither, because of its eyes (if the opponent fills his own, that may make
//!   more of the player's stones immortal on the whole board, not fewer). What is [denied](crate::board::Board::denied) is so on the whole board: no such region
//!   has a frozen string of the opponent's in it, whose eyes would be deep.

use crate::board::{Board, Colour, Kernel, MAX_POINTS, PointSet, Points, Position, Wide, WideBoard, points_of};

use super::attractor::Targets;
use super::buechi::Conditions;
use super::{Bounds, Game};

/// The most open points that are searched: with more of them budgets are spent in vain.
pub const MOST_OPEN: usize = 12;

/// The most spare moves of the player whom a game restricts: leaving out more can only keep a question open.
const MOST_SPARE: u8 = 3;

/// A frozen string with open points beside it.
#[derive(Clone, Debug)]
struct Wall {
    /// Its point on the board of open points.
    at: Points,
    /// Its stones on the whole board.
    stones: Wide,
    /// Its eyes on the whole board.
    eyes: u8,
}

/// The open points of a position, as a board of their own with the frozen strings around them, a point each.
///
/// Two empty points stand for the eyes of all frozen strings of a player. Nobody plays there.
#[derive(Clone, Debug)]
pub struct Frozen {
    board: Board,
    position: Position,
    /// The open points, in the order of their points on that board.
    open: Vec<usize>,
    /// By player: frozen strings with open points beside them.
    walls: [Vec<Wall>; 2],
    /// The points that stand for eyes.
    eyes: Points,
    /// By player: so many of his eyes can be filled, two of each frozen string being left.
    spare: [u8; 2],
    /// By player: his frozen strings on the whole board.
    frozen: [Wide; 2],
    /// By player: the eyes of his frozen strings on the whole board.
    eyes_of: [Wide; 2],
}

/// The open points and the frozen strings beside them once more, for counting an end: frozen strings that share eyes are together, and have two
/// points for all their eyes.
#[derive(Clone, Debug)]
pub struct Groups {
    /// The points of [`Frozen::board`] but for eyes have the same numbers.
    pub board: Board,
    /// The two points, and how many eyes they stand for.
    pub groups: Vec<(Points, i16)>,
    /// By player: eyes of frozen strings that have nothing to do with open points.
    pub apart: [i16; 2],
}

impl Groups {
    /// How many points of the whole board are in this set: an eye point stands for all eyes of its group if both are in the set.
    #[must_use]
    pub fn count(&self, set: Points) -> i16 {
        let eyes = self.groups.iter().fold(0, |m, (two, _)| m | two);
        let counted = self.groups.iter().filter(|(two, _)| two & !set == 0).map(|(_, eyes)| eyes).sum::<i16>();
        (set & !eyes).count_ones() as i16 + counted
    }

    /// All eyes of a player's frozen strings, of which these are beside open points.
    #[must_use]
    pub fn eyes(&self, walls: Points, player: Colour) -> i16 {
        let his = |two: &Points| self.board.adjacent(two.trailing_zeros() as usize) & walls != 0;
        self.groups.iter().filter(|(two, _)| his(two)).map(|(_, eyes)| eyes).sum::<i16>() + self.apart[player.index()]
    }
}

/// The greatest set of strings of `colour` each of which has two eyes, and these eyes ([`Board::two_eyed`]).
fn two_eyed<K: Kernel>(board: &K, stones: [K::Set; 2], colour: Colour) -> (K::Set, K::Set) {
    let empty = board.vacant(stones);
    let mut wall = stones[colour.index()];
    loop {
        let eyes = empty.less(board.around(board.all().less(wall)));
        let next = PointSet::union(board.components(wall).filter(|&s| (board.around(s) & eyes).count() >= 2));
        if next == wall {
            return (wall, eyes);
        }
        wall = next;
    }
}

/// How many of these eyes their owner can fill so that every string keeps two.
fn spare(board: &WideBoard, wall: Wide, eyes: Wide) -> u8 {
    let strings: Vec<Wide> = board.components(wall).collect();
    let mut left: Vec<usize> = strings.iter().map(|&s| (board.around(s) & eyes).count()).collect();
    let mut filled = 0;
    for eye in eyes.points() {
        let beside = board.adjacent_to(eye);
        let around: Vec<usize> = (0..strings.len()).filter(|&i| strings[i].meets(beside)).collect();
        if around.iter().all(|&i| left[i] > 2) {
            around.iter().for_each(|&i| left[i] -= 1);
            filled += 1;
        }
    }
    filled.min(MOST_SPARE)
}

impl Frozen {
    /// The open points of a position; `None` if there are none, or too many.
    #[must_use]
    pub fn of(board: &WideBoard, stones: [Wide; 2]) -> Option<Frozen> {
        let found = Colour::ALL.map(|c| two_eyed(board, stones, c));
        let (wall, eyes_of) = (found.map(|f| f.0), found.map(|f| f.1));
        let open_set = board.all().less(wall[0] | wall[1] | eyes_of[0] | eyes_of[1]);
        let open: Vec<usize> = open_set.points().collect();
        let beside_open = board.around(open_set);
        let strings: Vec<(Colour, Wide)> = Colour::ALL
            .into_iter()
            .flat_map(|c| board.components(wall[c.index()]).map(move |s| (c, s)))
            .filter(|(_, s)| s.meets(beside_open))
            .collect();
        let len = open.len() + strings.len() + 4;
        if open.is_empty() || open.len() > MOST_OPEN || len > MAX_POINTS {
            return None;
        }
        let mut adjacent: Vec<Points> = vec![0; len];
        let mut join = |a: usize, b: usize| {
            adjacent[a] |= 1 << b;
            adjacent[b] |= 1 << a;
        };
        for (a, &p) in open.iter().enumerate() {
            let beside = board.adjacent_to(p);
            (0..a).filter(|&b| beside.has(open[b])).for_each(|b| join(a, b));
            let walls = strings.iter().enumerate().filter(|(_, (_, s))| s.meets(beside));
            walls.for_each(|(i, _)| join(a, open.len() + i));
        }
        let first_eye = open.len() + strings.len();
        let mut walls = [Vec::new(), Vec::new()];
        let mut position = Position::default();
        for (i, &(colour, s)) in strings.iter().enumerate() {
            let own = colour.index();
            (0..2).for_each(|eye| join(open.len() + i, first_eye + 2 * own + eye));
            let eyes = (board.around(s) & eyes_of[own]).count().min(u8::MAX.into()) as u8;
            walls[own].push(Wall { at: 1 << (open.len() + i), stones: s, eyes });
            position.stones[own] |= 1 << (open.len() + i);
        }
        for colour in Colour::ALL {
            let here = (0..open.len()).filter(|&a| stones[colour.index()].has(open[a]));
            position.stones[colour.index()] |= here.fold(0, |m, a| m | 1 << a);
        }
        let spare = [0, 1].map(|c| spare(board, wall[c], eyes_of[c]));
        let board = Board::of_graph(adjacent)?;
        Some(Frozen { board, position, open, walls, eyes: 0b1111 << first_eye, spare, frozen: wall, eyes_of })
    }

    /// The open points and the frozen strings beside them, as a board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position on that board.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// What an end is counted on, this being the whole board; `None` if it would take too many points.
    #[must_use]
    pub fn groups(&self, whole: &WideBoard) -> Option<Groups> {
        let first = self.eyes.trailing_zeros() as usize;
        let mut adjacent: Vec<Points> = (0..first).map(|p| self.board.adjacent(p) & !self.eyes).collect();
        let (mut groups, mut apart) = (Vec::new(), [0; 2]);
        for colour in Colour::ALL {
            let own = colour.index();
            for together in whole.components(self.frozen[own] | self.eyes_of[own]) {
                let eyes = (together & self.eyes_of[own]).count() as i16;
                let walls = self.walls[own].iter().filter(|wall| wall.stones.meets(together));
                let walls = walls.fold(0, |m, wall| m | wall.at);
                if walls == 0 {
                    apart[own] += eyes;
                    continue;
                }
                if adjacent.len() + 2 > MAX_POINTS {
                    return None;
                }
                let two = 0b11 << adjacent.len();
                adjacent.extend([walls; 2]);
                points_of(walls).for_each(|wall| adjacent[wall] |= two);
                groups.push((two, eyes));
            }
        }
        Some(Groups { board: Board::of_graph(adjacent)?, groups, apart })
    }

    /// The open points on that board.
    #[must_use]
    pub fn open_points(&self) -> Points {
        (1 << self.open.len()) - 1
    }

    /// A player's strings on that board of which a frozen string is a part.
    #[must_use]
    pub fn joined_to_walls(&self, position: Position, player: Colour) -> Points {
        let walls = self.walls[player.index()].iter().fold(0, |m, wall| m | wall.at);
        self.board.connected(walls, position.of(player))
    }

    /// Whether a frozen string of a player's may have but one liberty, an open point, if he has made so many spare moves.
    #[must_use]
    pub fn may_be_in_atari(&self, position: Position, player: Colour, spent: u8) -> bool {
        self.walls[player.index()].iter().any(|wall| {
            let string = self.board.connected(wall.at, position.of(player));
            let liberties = self.board.liberties(position, string) & !self.eyes;
            spent >= self.eyes_of_string(string, player) && liberties.count_ones() == 1
        })
    }

    /// How many points are open.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Whether a player can fill an eye so that every frozen string of his keeps two.
    #[must_use]
    pub fn has_spare(&self, colour: Colour) -> bool {
        self.spare[colour.index()] > 0
    }

    /// By player: his frozen strings.
    #[must_use]
    pub fn frozen(&self, colour: Colour) -> Wide {
        self.frozen[colour.index()]
    }

    /// By player: the eyes of his frozen strings.
    #[must_use]
    pub fn eyes_of(&self, colour: Colour) -> Wide {
        self.eyes_of[colour.index()]
    }

    /// The open points among these.
    #[must_use]
    pub fn narrow(&self, set: Wide) -> Points {
        (0..self.open.len()).filter(|&a| set.has(self.open[a])).fold(0, |m, a| m | 1 << a)
    }

    /// The eyes of the frozen strings joined in the string with this stone: no fewer than of any one of them.
    fn eyes_of_string(&self, string: Points, owner: Colour) -> u8 {
        self.walls[owner.index()].iter().filter(|w| w.at & string != 0).map(|w| w.eyes).max().unwrap_or(0)
    }

    /// How many eyes a player's frozen strings have.
    fn eyes(&self, owner: Colour) -> u8 {
        self.eyes_of[owner.index()].count().min(u8::MAX.into()) as u8
    }

    /// The most eyes of a frozen string of a player's with open points beside it.
    fn most_eyes(&self, owner: Colour) -> u8 {
        self.walls[owner.index()].iter().map(|w| w.eyes).max().unwrap_or(0)
    }
}

/// A game whose players may have moves besides those on the board.
pub trait Sparing: Game {
    /// The position of a state.
    fn position(&self, state: &Self::State) -> Position;

    /// Whether the sequence has ended.
    fn is_over(&self, state: &Self::State) -> bool;

    /// What a play elsewhere leads to that takes nothing and that no play undoes.
    fn spared(&self, state: &Self::State) -> Self::State;

    /// The points of the bans that are lifted by a pass for a ko that leads from one state to the other.
    fn lifted(&self, _from: &Self::State, _to: &Self::State) -> Points {
        0
    }
}

/// A state with the spare moves made so far, by player: no more than make a difference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spent<S> {
    /// The state of the game on open points.
    pub at: S,
    spent: [u8; 2],
}

impl<S> Spent<S> {
    /// A state before any spare move.
    #[must_use]
    pub fn start(at: S) -> Spent<S> {
        Spent { at, spent: [0; 2] }
    }

    /// By player: his spare moves.
    #[must_use]
    pub fn spent(&self) -> [u8; 2] {
        self.spent
    }
}

/// A game on open points that bounds the one on the whole board for one player, who is restricted.
///
/// He takes no frozen string, makes only such spare moves as leave his own strings two eyes, and few of them. His opponent has no fewer spare moves than on the whole board.
pub struct Bound<'a, G> {
    /// The game on open points.
    pub game: &'a G,
    /// The open points.
    pub frozen: &'a Frozen,
    /// Whom it restricts: what he forces here he forces on the whole board.
    pub player: Colour,
    /// How often his opponent can play elsewhere.
    pub others: Others,
}

/// How many spare moves the opponent of a restricted player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// As many as he likes: states differ only as long as it makes a difference.
    Any,
    /// No more than he has eyes: where something has to come to an end. Each fills one, and no string with eyes is taken.
    Counted,
}

impl<G: Sparing> Bound<'_, G> {
    /// Whether a play of the player's, or the one that he passes for, might take a frozen string: its last open liberty, where the opponent may have filled
    /// all its eyes.
    fn might_take(&self, from: &Spent<G::State>, to: &G::State) -> bool {
        let Bound { game, frozen, player, .. } = *self;
        let (board, other) = (&frozen.board, player.opponent());
        let [before, after] = [game.position(&from.at), game.position(to)];
        let played = after.of(player) & !before.of(player) | game.lifted(&from.at, to);
        let spent = from.spent[other.index()];
        frozen.walls[other.index()].iter().any(|wall| {
            let string = board.connected(wall.at, before.of(other));
            // It would be taken with others that have no liberty left, whatever room their capture makes.
            let liberties = board.liberties(before, string) & !frozen.eyes;
            spent >= frozen.eyes_of_string(string, other) && liberties & played != 0 && liberties & !played == 0
        })
    }
}

impl<G: Sparing> Game for Bound<'_, G> {
    type State = Spent<G::State>;
    /// `None`: a spare move.
    type Move = Option<G::Move>;

    fn mover(&self, state: &Self::State) -> Colour {
        self.game.mover(&state.at)
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<(Self::Move, Self::State)>) {
        if self.game.is_over(&state.at) {
            return;
        }
        let mover = self.game.mover(&state.at);
        let is_bound = mover == self.player;
        let mut moves = Vec::new();
        self.game.moves(&state.at, &mut moves);
        for (mv, at) in moves {
            let in_an_eye = self.game.position(&at).occupied() & self.frozen.eyes != 0;
            if in_an_eye || is_bound && self.might_take(state, &at) {
                continue;
            }
            out.push((Some(mv), Spent { at, spent: state.spent }));
        }
        let own = mover.index();
        let (has_one, most) = if is_bound {
            (state.spent[own] < self.frozen.spare[own], self.frozen.spare[own])
        } else {
            match self.others {
                Others::Any => (true, self.frozen.most_eyes(mover)),
                Others::Counted => (state.spent[own] < self.frozen.eyes(mover), self.frozen.eyes(mover)),
            }
        };
        if has_one {
            let mut spent = state.spent;
            spent[own] = (spent[own] + 1).min(most);
            out.push((None, Spent { at: self.game.spared(&state.at), spent }));
        }
    }
}

/// What is asked of a game on open points, asked of a [`Bound`] of it.
pub struct Within<T>(pub T);

impl<G: Sparing, T: Targets<G>> Targets<Bound<'_, G>> for Within<T> {
    fn attacker(&self) -> Colour {
        self.0.attacker()
    }

    fn live(&self, state: &Spent<G::State>) -> Points {
        self.0.live(&state.at)
    }

    fn reached(&self, from: &Spent<G::State>, to: &Spent<G::State>) -> Points {
        self.0.reached(&from.at, &to.at)
    }

    fn known(&mut self, state: &Spent<G::State>) -> (Points, Points) {
        self.0.known(&state.at)
    }
}

impl<G: Sparing, C: Conditions<G>> Conditions<Bound<'_, G>> for Within<C> {
    fn attacker(&self) -> Colour {
        self.0.attacker()
    }

    fn all(&self) -> Points {
        self.0.all()
    }

    fn holding(&self, state: &Spent<G::State>) -> Points {
        self.0.holding(&state.at)
    }

    fn known(&mut self, state: &Spent<G::State>) -> Option<bool> {
        self.0.known(&state.at)
    }
}

/// What the two bounds come to: `forced` tells of the game that restricts a player what is found of its value. The attacker has it if he has it where he is
/// restricted, and not if his opponent keeps it from him where that one is.
pub fn settled(attacker: Colour, mut forced: impl FnMut(Colour) -> Bounds<bool>) -> Option<bool> {
    if forced(attacker).lower {
        return Some(true);
    }
    (!forced(attacker.opponent()).upper).then_some(false)
}
