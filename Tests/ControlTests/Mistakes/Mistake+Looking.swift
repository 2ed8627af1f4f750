extension Mistake {
  /// In looking at tasks and in changing them.
  static let looking: [Mistake] = [
    told([
      "-x": "unknown option -x",
      "list -x": "unknown option -x",
      "list --jsn": "unknown option --jsn; did you mean --json?",
      "--limit 5 list": "--limit belongs after the verb",
      "list --al": "unknown option --al",
      "list org.example.backup": "'org.example.backup' is one argument too many: list takes options only;",
      "list --limit": "--limit needs a value: N",
      "list --limit zero": "--limit: 'zero' is not a whole number; allowed is 1 to",
      "list --limit 0": "--limit: '0' is out of range; allowed is 1 to 1000000000, for",
      "list --limit -1": "--limit: '-1' is out of range; allowed is 1 to 1000000000,",
      "list --failed=yes": "--failed takes no value",
      "list --prefix": "--prefix needs a value: TEXT",
      "show": "show needs ID, the identifier of a task, as bgtaskctl list",
      "show a b": "'b' is one argument too many: show takes ID",
      "explain": "explain needs ID, the identifier of a task, as bgtaskctl list",
      "cancel": "cancel needs identifiers, as bgtaskctl list",
      "cancel --all org.example.backup": "cancel takes identifiers or --all, not both",
      "run": "run needs ID…, the identifier of a task, as bgtaskctl list",
      "rerun": "rerun needs RUN, the name of a run, as bgtaskctl history",
      "edit": "edit needs ID, the identifier of a task, as bgtaskctl list",
      "edit org.example.backup":
        "edit needs options that say what changes, such as --earliest 03:00, or a terminal for the editor",
      "edit org.example.backup --identifier x": "unknown option --identifier",
      #"edit org.example.backup --when "idle an""#:
        #"--when: column 6: found "an", allowed is and, or, or the end"#,
      "edit org.example.backup --earliest yesterday":
        "--earliest: Fri 2026-11-20 00:00:00 UTC has passed, 1d 7h ago; --past-ok takes it all the same",
      "edit org.example.backup --kind nonsense":
        "--kind: 'nonsense' is none of refresh, processing, continued, transfer",
      "pause --for -5min": "--for: '-5min' is not a length of time; allowed is numbers",
      "pause --for 0": "--for: found 0, allowed is more than 0",
      "pause --for forever": "--for: 'forever' is not a length of time; allowed is numbers",
      "pause --until yesterday": "--until: Fri 2026-11-20 00:00:00 UTC has passed, 1d 7h ago\n",
      "pause --until +1h --for 1h": "--until and --for say the same: give one of them",
      "pause --kind backup": "--kind: 'backup' is none of refresh, processing, continued, transfer",
      "pause --of-user nobody-here": "--of-user: there is no user nobody-here",
      "pause --of-user root --all-users": "--of-user and --all-users cannot be given together",
      "pause --for 9000y": "--for: found 9000y, allowed is up to the year 9999; without --for",
      "pause 1h": "'1h' is a length of time, not an identifier: pause --for 1h",
      "pause for 1h": "'for' is the name of an option: pause --for TIME",
      "resume --all": "unknown option --all",
      "history --limit abc": "--limit: 'abc' is not a whole number; allowed is 1 to",
      "history --since tomorrow": "--since: 2026-11-22 00:00 (in 16h 5min) is not in the past, and",
      #"history --since "last week""#: "--since: 'last week' is not a point in time; allowed is a",
      "history a b": "'b' is one argument too many: history takes [ID]",
      "history --launch=slow": "--launch takes no value",
      "history --launch -n 0": "--limit: '0' is out of range; allowed is 1 to 1000000000",
      "record": "record needs export|forget",
      "record exprt": "'exprt' is none of export, forget; did you mean export?",
      "record export --since tomorrow": "--since: 2026-11-22 00:00 (in 16h 5min) is not in the past, and",
      "record forget --since 7d": "--since goes with export: forget deletes the whole record",
      "history --failed --since never": "--since: 'never' is not a point in time; allowed is a date, a",
      "replay laptop.csv": "'laptop.csv' is one argument too many: replay takes options only",
      "replay --work 1/day,10min --tasks .": "--tasks and --work are two kinds of work: give one of them",
      "replay --resume 1min": "--resume belongs to --work",
      "replay --work 10min": "--work: '10min' is no amount of work; allowed is COUNT/day,LENGTH, for",
      "replay --work 0/day,10min": "--work: '0' is out of range; allowed is 1 to 1000, for example 1",
      "replay --work 1/day,2d": "--work: '2d' is out of range; allowed is 1s to 1d, for example 10min",
      "replay --work 1/day,1h --resume 0": "--resume: '0' is out of range; allowed is 1s to 1d, for example",
      "replay --format csv": "--format: 'csv' is none of changes, windows, niimpy, upower",
      "logs --lines -3 org.example.backup": "--lines: '-3' is out of range; allowed is 0 to 1000000000,",
      "logs a b": "'b' is one argument too many: logs takes [ID]",
      "logs": "logs needs an identifier, or a run with --run",
      "logs --run x --all-runs": "logs needs an identifier, or a run with --run",
      "logs --follow --all-runs": "logs needs an identifier, or a run with --run",
      "watch org.example.backup": "'org.example.backup' is one argument too many: watch takes options only;",
    ]),
    told(
      next: "bgtaskctl help lists the verbs",
      [
        "help nosuch": "unknown verb 'nosuch'",
        "help ls": "unknown verb 'ls'; did you mean list?",
        "ls": "unknown verb 'ls'; did you mean list?",
        "rm org.example.backup": "unknown verb 'rm'; did you mean cancel?",
        "stats": "unknown verb 'stats'; did you mean status?",
        "submitt -i a -- true": "unknown verb 'submitt'; did you mean submit?",
      ]),
    told(
      status: 1, next: "bgtaskctl list shows what is pending and running, bgtaskctl history",
      [
        "show nosuch": "no task nosuch is pending or running",
        "show ..": "no task .. is pending or running",
        "explain nosuch": "no task nosuch is pending or running",
        "explain org.example.bakcup": "no task org.example.bakcup is pending or running",
        "cancel nosuch": "no task nosuch is pending or running",
        "edit nosuch --when idle": "no task nosuch is pending or running",
        "logs nosuch": "no task nosuch is pending or running",
      ]),
    told(
      status: 1, next: "bgtaskctl list shows whether it waits; bgtaskctl cancel ends what",
      [
        "expire nosuch": "no task nosuch is running",
        "expire org.example.backup": "no task org.example.backup is running",
      ]),
    told(
      status: 1, next: "bgtaskctl history shows the names; bgtaskctl history ID shows those of one task",
      [
        "rerun zzzz": "'zzzz' is not the name of a run: a name has up to 32 digits of 0 to 9",
        "rerun org.example.backup": "'org.example.backup' is not the name of a run: a name has up to 32",
        "logs --run zzzz": "'zzzz' is not the name of a run: a name has up to 32 digits of 0 to 9",
      ]),
    told(
      status: 65, next: "bgtaskctl pause --help describes the operands",
      [
        "pause nosuch*x": #"found "nosuch*x", allowed are ASCII letters, digits, '.', '-'"#,
        #"pause "*""#: #"found "*", allowed are ASCII letters, digits, '.', '-' and"#,
        #"pause "org example""#: #"found "org example", allowed are ASCII letters, digits, '.',"#,
      ]),
    [
      .init(
        "run nosuch", 1, "no task nosuch is pending",
        next: "bgtaskctl list shows what is pending, bgtaskctl history what became of others")
    ],
  ].flatMap(\.self)
}
