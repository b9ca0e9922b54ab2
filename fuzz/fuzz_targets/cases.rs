//! A file of cases is read or refused in one line, and no text panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan::cases::read;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match read("fuzz", text) {
        Ok(cases) => assert!(cases.iter().all(|case| !case.name.trim().is_empty())),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
});
