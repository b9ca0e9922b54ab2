//! Why a player holds what he holds: the local games that he wins, as others can play them over.

use super::part::{Border, LocalGame, Way};
use super::{Aim, EYES, Eyes, Held, Question};
use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, Wide, WideBoard, points_of};
use crate::solve::search::zone::Care;

/// Why a player holds something: local games that he wins, of points that no two of them share.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grounds {
    /// The games.
    pub games: Vec<Ground>,
    /// What he wants of them.
    pub aim: Aim,
}

/// A local game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The points on which it is played: a region, or several taken as one.
    pub points: Wide,
    /// The walls around them, each with the eyes that it comes to have there.
    pub walls: Vec<(Wide, usize)>,
    /// Stones of the player's on the points that are not taken either.
    pub kept: Wide,
}

impl Grounds {
    /// That a string has so many eyes in each of these regions, and nobody is barred.
    pub(super) fn alone(string: Wide, regions: &[Wide], here: usize) -> Grounds {
        let game = |&points: &Wide| Ground { points, walls: vec![(string, here)], kept: Wide::default() };
        Grounds { games: regions.iter().map(game).collect(), aim: Aim::Eyes }
    }

    /// What is held by them.
    #[must_use]
    pub fn held(&self) -> Held {
        let walls = |game: &Ground| Wide::union(game.walls.iter().map(|(wall, _)| *wall));
        let (mut all, mut barred) = (Wide::default(), Wide::default());
        for game in &self.games {
            all = all | walls(game) | game.kept;
            if self.aim.bars() {
                barred = barred | walls(game) | game.points;
            }
        }
        Held { walls: all, barred }
    }

    /// The eyes of the walls of a game, here and in all others.
    pub(super) fn eyes(&self, game: usize) -> Vec<Eyes> {
        let all = |wall: Wide| {
            let of = self.games.iter().flat_map(|game| &game.walls);
            of.filter(|(other, _)| *other == wall).map(|(_, here)| here).sum::<usize>()
        };
        let eyes = |&(wall, here): &(Wide, usize)| Eyes { here, elsewhere: (all(wall) - here).min(EYES) };
        self.games[game].walls.iter().map(eyes).collect()
    }
}

/// Points of a board of any size as a board of their own, on which local games are played.
pub struct Place {
    /// The points of the board, by those of the place.
    points: Vec<usize>,
    board: WideBoard,
    /// The rules of the games.
    pub game: LocalGame,
}

impl Place {
    /// The points that serve a region: on small boards one numbering serves all.
    pub(super) fn points(board: &WideBoard, region: Wide) -> Wide {
        let all = board.all();
        if all.count() > Points::BITS as usize { region } else { all }
    }

    /// Where the game of a region is played; `None` if it has too many points.
    pub(super) fn of(board: &WideBoard, region: Wide, aim: Aim, care: Care) -> Option<Place> {
        let points: Vec<usize> = Place::points(board, region).points().collect();
        if points.len() > Points::BITS as usize {
            return None;
        }
        let number = |set: Wide| Place::numbered(&points, set);
        let adjacent = points.iter().map(|&p| number(board.adjacent_to(p))).collect();
        let graph = Board::of_graph(adjacent)?;
        Some(Place { points, board: *board, game: LocalGame { board: graph, aim, care } })
    }

    /// Where a game of these grounds is played.
    pub fn of_grounds(board: &WideBoard, grounds: &Grounds, game: usize) -> Option<Place> {
        Place::of(board, grounds.games[game].points, grounds.aim, Care::default())
    }

    fn numbered(points: &[usize], set: Wide) -> Points {
        points.iter().enumerate().filter(|(_, p)| set.has(**p)).fold(0, |m, (i, _)| m | 1 << i)
    }

    /// The point of the board.
    pub fn point(&self, p: usize) -> usize {
        self.points[p]
    }

    /// The points of the board.
    pub fn on_board(&self, points: Points) -> Wide {
        points_of(points).map(|p| self.points[p]).collect()
    }

    /// How the game of a region begins, the opponent moving first: of these ways the player has to win one.
    pub(super) fn start(&self, stones: [Wide; 2], colour: Colour, asked: &Question) -> Vec<Way> {
        let number = |set: Wide| Place::numbered(&self.points, set);
        let border = |(wall, eyes): (&Wide, &Eyes)| Border {
            touch: number(self.board.around(*wall)),
            here: eyes.here as u8,
            elsewhere: eyes.elsewhere as u8,
        };
        let walls = asked.walls.iter().zip(asked.eyes).map(border).collect();
        let stones = Position { stones: [colour, colour.opponent()].map(|c| number(stones[c.index()])) };
        self.game.start(number(asked.points), stones, number(asked.kept), walls)
    }

    /// How a game of these grounds begins.
    pub fn start_of(&self, stones: [Wide; 2], colour: Colour, grounds: &Grounds, game: usize) -> Vec<Way> {
        let (eyes, ground) = (grounds.eyes(game), &grounds.games[game]);
        let walls: Vec<Wide> = ground.walls.iter().map(|(wall, _)| *wall).collect();
        let asked = Question { points: ground.points, walls: &walls, eyes: &eyes, kept: ground.kept, aim: grounds.aim };
        self.start(stones, colour, &asked)
    }
}
