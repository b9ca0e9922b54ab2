//! How the classes of a board are gone through: listed, by numbers, or chosen.

use std::sync::Arc;

use super::chosen::{Chosen, can_be_images};
use crate::board::{Board, Colour, Position};
use crate::solve::dense::{Sides, Slots};
use crate::solve::whole::classes::Classes;

/// A member of a class, and how many images of it there are under the symmetries.
pub type Half = (Position, u64);

/// How the classes of a board are gone through.
pub enum Space {
    Listed(Listed),
    Dense(Arc<Slots>),
    /// Not all of them.
    Chosen(Chosen),
}

/// The classes of a board as lists.
pub struct Listed {
    /// Classes under symmetry alone.
    pub kept: Arc<Classes>,
    /// By class under symmetry alone: its class (a number from 0) and the image that leads from the representative to its
    /// own.
    pub classes: Vec<Image>,
    /// By class: the number of its representative among the classes under symmetry alone.
    pub representatives: Vec<u32>,
}

#[derive(Clone, Copy)]
pub struct Image {
    pub class: u32,
    pub turn: u8,
    pub swap: bool,
}

impl Listed {
    /// Of a board; `None` if it has too many points.
    pub fn new(board: &Board) -> Option<Listed> {
        let kept = Classes::new(board)?;
        let mut classes: Vec<Option<Image>> = vec![None; kept.len()];
        let mut representatives = Vec::new();
        for first in 0..kept.len() {
            if classes[first].is_some() {
                continue;
            }
            let class = representatives.len() as u32;
            representatives.push(first as u32);
            classes[first] = Some(Image { class, turn: 0, swap: false });
            // The exchanged position is the image of its own representative: turning back leads there.
            let form = kept.form(kept.representative(first).swapped());
            let turn = kept.turns().inverse(form.turn()) as u8;
            classes[form.number()].get_or_insert(Image { class, turn, swap: true });
        }
        let classes = classes.into_iter().flatten().collect();
        Some(Listed { kept: Arc::new(kept), classes, representatives })
    }
}

impl Space {
    /// See [`super::WholeBoard::numbers`].
    pub fn numbers(&self) -> usize {
        match self {
            Space::Listed(listed) => listed.representatives.len(),
            Space::Dense(slots) => slots.len(),
            Space::Chosen(chosen) => chosen.representatives.len(),
        }
    }

    /// A position of the class of this number, the first in the order of texts where classes are listed; `None` if no class has
    /// this number.
    pub fn representative(&self, class: usize) -> Option<Position> {
        match self {
            Space::Listed(listed) => Some(listed.kept.representative(listed.representatives[class] as usize)),
            Space::Dense(slots) => {
                let block = &slots.blocks()[slots.block_of(class)];
                let sides = slots.legal(block, (class - block.base) as u32)?;
                (slots.place(sides.swapped()).slot >= class).then(|| sides.position())
            }
            Space::Chosen(chosen) => chosen.representatives.get(class).copied(),
        }
    }

    /// Of a class, named by its representative: that with its images under the symmetries, and that with the colours exchanged, with
    /// its images, unless they are the same positions.
    pub fn halves(&self, position: Position) -> [Option<Half>; 2] {
        let swapped = position.swapped();
        let (positions, is_image) = match self {
            Space::Listed(Listed { kept, .. }) => {
                let turns = kept.turns();
                let still = (0..turns.len()).filter(|&t| turns.position(t, position) == position).count();
                let is_image = kept.representative(kept.form(swapped).number()) == position;
                ((turns.len() / still) as u64, is_image)
            }
            Space::Dense(slots) => {
                let turns = slots.turns();
                let is_image = || (0..turns.len()).any(|turn| turns.position(turn, position) == swapped);
                (slots.images(Sides::of(position, Colour::Black)), can_be_images(position) && is_image())
            }
            Space::Chosen(chosen) => return chosen.halves(position),
        };
        [Some((position, positions)), (!is_image).then_some((swapped, positions))]
    }

    /// The first in the order of texts of the images of a position under the symmetries.
    pub fn first(&self, position: Position) -> Position {
        match self {
            Space::Listed(Listed { kept, .. }) => kept.representative(kept.form(position).number()),
            Space::Dense(slots) => {
                let images = (0..slots.turns().len()).map(|turn| slots.turns().position(turn, position));
                images.min_by(Position::cmp_text).unwrap_or(position)
            }
            Space::Chosen(chosen) => chosen.first(position),
        }
    }
}
