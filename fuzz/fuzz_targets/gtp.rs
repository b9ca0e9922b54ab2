//! Every command of a session is answered once, by one answer of the protocol, and none panics.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use shinpan::gtp::protocol::parse_command;
use shinpan::gtp::server::Server;
use shinpan::solve::Budget;

fuzz_target!(|data: &[u8]| {
    let budget = Budget::of(50).within(Some(Duration::from_millis(20)), None);
    let mut server = Server::new("ms-chinese", budget).expect("a rule set");
    for line in data.split(|&byte| byte == b'\n').take(200) {
        let Some(command) = parse_command(line) else { continue };
        // These would read and write the files of whoever fuzzes.
        if ["loadsgf", "printsgf"].contains(&command.name.as_str()) {
            continue;
        }
        let answer = server.respond(&command);
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{answer:?}");
        assert_eq!(answer.trim_end().matches("\n\n").count(), 0, "{answer:?}");
        assert!(!answer.contains("defect"), "{answer:?}");
    }
});
