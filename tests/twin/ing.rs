//! The twin of simplified-ing: regions by chains of adjacent intersections, and every further game with all positions that have been there,
//! which is the game of the twin of tromp-taylor.

use rayon::prelude::*;
use shinpan::board::Colour;
use shinpan::law::{Life, Outcome, PointStatus, RuleSet};
use shinpan::texts;

use super::graph::{Kernel, has};
use super::tt::Table;
use super::{Comparison, Ruling, SMALLEST, Size};

/// The position as it stands.
fn scored(kernel: &Kernel, pos: usize) -> Ruling {
    let stones = Colour::ALL.map(|colour| kernel.stones(pos, colour));
    let mut points = vec![PointStatus::Stone; kernel.len()];
    for region in kernel.parts(((1 << kernel.len()) - 1) & !stones[0] & !stones[1]) {
        let status = match stones.map(|of| of & kernel.around(region) != 0) {
            [true, false] => PointStatus::Territory(Colour::Black),
            [false, true] => PointStatus::Territory(Colour::White),
            _ => PointStatus::Dame,
        };
        (0..kernel.len()).filter(|&p| has(region, p)).for_each(|p| points[p] = status);
    }
    let of = |colour: Colour| {
        let empty = points.iter().filter(|point| **point == PointStatus::Territory(colour)).count();
        (stones[colour.index()].count_ones() as usize + empty) as i32
    };
    Ruling {
        outcome: Outcome::Margin(of(Colour::Black) - of(Colour::White)),
        life: vec![Life::Alive; kernel.positions[pos].strings().len()],
        points,
    }
}

/// Returns how many values of further play, if it is asked for, the bounds without the history leave undecided.
fn agrees((rows, cols, positions): Size, play: bool) -> usize {
    let kernel = Kernel::new(rows, cols);
    let table = Table::new(&kernel);
    let mut comparison = Comparison::new(&kernel, &[texts::simplified_ing::TEXT]);
    if !play {
        comparison.judges.retain(|(rules, _)| !rules.first_passer_matters());
    }
    let value = |pos: usize| Colour::ALL.map(|first| if play { table.played(pos, first) } else { (0, false) });
    let values: Vec<[(i32, bool); 2]> = (0..kernel.positions.len()).into_par_iter().map(value).collect();
    for (pos, values) in values.iter().enumerate() {
        let scored = scored(&kernel, pos);
        comparison.compare(pos, |rules: &RuleSet| {
            if rules.value("agreement").unwrap() == "as-it-stands" {
                return scored.clone();
            }
            let first = usize::from(rules.value("first").unwrap() == "white");
            Ruling { outcome: Outcome::Margin(values[first].0), ..scored.clone() }
        });
    }
    comparison.finish(positions, if play { 4 } else { 2 });
    values.iter().flatten().filter(|(_, open)| *open).count()
}

#[test]
fn simplified_ing_agrees_with_its_twin_and_the_bounds_enclose_superko_up_to_four_points() {
    assert_eq!(SMALLEST.map(|size| agrees(size, true)), [0, 10, 0, 40, 82]);
}

#[test]
fn simplified_ing_agrees_with_its_twin_on_positions_as_they_stand_up_to_nine_points() {
    for size in [(1, 5, 113), (1, 6, 313), (2, 3, 489), (1, 7, 867), (2, 4, 4125), (3, 3, 12675)] {
        agrees(size, false);
    }
}
