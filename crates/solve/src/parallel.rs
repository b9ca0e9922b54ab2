//! Work on all threads, number by number. What rayon needs for that is compiled here, once or once for each type of result: for every piece of
//! work by itself it was a quarter of what the texts compile to.

use rayon::prelude::*;

/// Does the work for each number below `len`.
pub fn each(len: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..len).into_par_iter().for_each(work);
}

/// What there is for each number below `len`, in order.
pub fn map<T: Send>(len: usize, of: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..len).into_par_iter().map(of).collect()
}

/// The first number below `len` that is one.
pub fn first(len: usize, is_one: &(dyn Fn(usize) -> bool + Sync)) -> Option<usize> {
    (0..len).into_par_iter().find_first(|number| is_one(*number))
}
