//! The twin of chinese-2002: what can be taken by the twin of the MindSports text, and what living stones surround.

use rayon::prelude::*;
use shinpan::board::Colour;
use shinpan::board::plain::{PlainPosition, PlainString};
use shinpan::law::{Life, Outcome, PointStatus, RuleSet};
use shinpan::texts;

use super::graph::{Kernel, has, set_of};
use super::{Comparison, Ruling, SMALLEST, Size, ms};

/// The count of a position whose strings have these lives.
fn counted(kernel: &Kernel, pos: usize, life: Vec<Life>) -> Ruling {
    let strings = kernel.positions[pos].strings();
    let dead = strings.iter().zip(&life).filter(|(_, life)| **life == Life::Dead);
    let dead = dead.fold(0, |dead, (string, _)| dead | set_of(&string.stones));
    let living = Colour::ALL.map(|colour| kernel.stones(pos, colour) & !dead);
    let mut points = vec![PointStatus::Stone; kernel.len()];
    for region in kernel.parts(((1 << kernel.len()) - 1) & !living[0] & !living[1]) {
        let status = match living.map(|of| of & kernel.around(region) != 0) {
            [true, false] => PointStatus::Territory(Colour::Black),
            [false, true] => PointStatus::Territory(Colour::White),
            _ => PointStatus::Dame,
        };
        (0..kernel.len()).filter(|&p| has(region, p)).for_each(|p| points[p] = status);
    }
    // Twice the points, as those between living stones are half points; the text compares with half of the board.
    let between = points.iter().filter(|point| **point == PointStatus::Dame).count() as i32;
    let twice = |colour: Colour| {
        let around = points.iter().filter(|point| **point == PointStatus::Territory(colour)).count() as i32;
        2 * (living[colour.index()].count_ones() as i32 + around) + between
    };
    let [black, white] = Colour::ALL.map(twice);
    assert_eq!(black + white, 2 * kernel.len() as i32);
    Ruling { outcome: Outcome::Margin(black - kernel.len() as i32), life, points }
}

/// The rulings by the value of `life`.
fn rulings(kernel: &Kernel, pos: usize) -> [(&'static str, Ruling); 3] {
    let strings = kernel.positions[pos].strings();
    let asked = |owner_first: bool| {
        let life = strings.iter().map(|string| {
            let first = if owner_first { string.colour } else { string.colour.opponent() };
            if ms::is_dead(kernel, pos, string, first) { Life::Dead } else { Life::Alive }
        });
        counted(kernel, pos, life.collect())
    };
    let stands = counted(kernel, pos, vec![Life::Alive; strings.len()]);
    [("owner-first", asked(true)), ("opponent-first", asked(false)), ("as-it-stands", stands)]
}

/// The same of every position of a board, from one graph of all continuations.
fn rulings_everywhere(kernel: &Kernel) -> Vec<[(&'static str, Ruling); 3]> {
    let taken = ms::taken_everywhere(kernel);
    let swapped = |pos: usize| {
        let cells = kernel.positions[pos].cells().iter().map(|cell| cell.map(Colour::opponent)).collect();
        kernel.numbered(&PlainPosition::from_cells(kernel.grid, cells).unwrap())
    };
    let of = |pos: usize| {
        let strings = kernel.positions[pos].strings();
        // As if the string were Black's: then Black first is its owner first.
        let is_dead = |string: &PlainString, first: usize| {
            let pos = if string.colour == Colour::Black { pos } else { swapped(pos) };
            has(taken[first][pos], string.stones[0])
        };
        let life = |first: usize| {
            let lives = strings.iter().map(|s| if is_dead(s, first) { Life::Dead } else { Life::Alive });
            counted(kernel, pos, lives.collect())
        };
        let stands = counted(kernel, pos, vec![Life::Alive; strings.len()]);
        [("owner-first", life(0)), ("opponent-first", life(1)), ("as-it-stands", stands)]
    };
    (0..kernel.positions.len()).map(of).collect()
}

fn agrees(size: Size) {
    let kernel = Kernel::new(size.0, size.1);
    let found = (0..kernel.positions.len()).into_par_iter().map(|pos| rulings(&kernel, pos)).collect();
    compared(&kernel, size, found);
}

fn compared(kernel: &Kernel, (.., positions): Size, found: Vec<[(&'static str, Ruling); 3]>) {
    let mut comparison = Comparison::new(kernel, &[texts::chinese_2002::TEXT]);
    for (pos, rulings) in found.into_iter().enumerate() {
        comparison.compare(pos, |rules: &RuleSet| {
            let life = rules.value("life").unwrap();
            rulings.iter().find(|(value, _)| *value == life).unwrap().1.clone()
        });
    }
    comparison.finish(positions, 6);
}

#[test]
fn chinese_2002_agrees_with_its_twin_up_to_six_points() {
    SMALLEST.into_iter().chain([(1, 5, 113), (1, 6, 313), (2, 3, 489)]).for_each(agrees);
}

#[test]
#[ignore = "minutes"]
fn chinese_2002_agrees_with_its_twin_on_seven_points_in_a_row() {
    agrees((1, 7, 867));
}

#[test]
fn chinese_2002_agrees_with_its_twin_on_every_position_at_once_up_to_seven_points() {
    at_once(&[(1, 5, 113), (2, 3, 489), (1, 7, 867)]);
}

#[test]
#[ignore = "minutes"]
fn chinese_2002_agrees_with_its_twin_on_every_position_at_once_on_three_by_three() {
    at_once(&[(3, 3, 12675)]);
}

/// The two ways to ask the twin agree, where the plain one can be asked.
fn at_once(sizes: &[Size]) {
    for &size in sizes {
        let kernel = Kernel::new(size.0, size.1);
        let everywhere = rulings_everywhere(&kernel);
        if kernel.len() < 6 {
            for (pos, of_all) in everywhere.iter().enumerate() {
                for ((_, one), (_, other)) in of_all.iter().zip(&rulings(&kernel, pos)) {
                    assert_eq!((one.outcome, &one.life), (other.outcome, &other.life), "{}", kernel.positions[pos]);
                }
            }
        }
        compared(&kernel, size, everywhere);
    }
}
