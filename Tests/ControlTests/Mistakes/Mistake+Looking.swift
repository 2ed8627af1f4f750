extension Mistake {
  /// In looking at tasks and in changing them.
  static let looking: [Mistake] = [
    .init(
      "ls", 64, "unknown verb 'ls'; did you mean list?", next: "bgtaskctl help lists the verbs"),
    .init(
      "rm org.example.backup", 64, "unknown verb 'rm'; did you mean cancel?",
      next: "bgtaskctl help lists the verbs"),
    .init(
      "stats", 64, "unknown verb 'stats'; did you mean status?", next: "bgtaskctl help lists the verbs"),
    .init(
      "submitt -i a -- true", 64, "unknown verb 'submitt'; did you mean submit?",
      next: "bgtaskctl help lists the verbs"),
    .init(
      "-x", 64, "unknown option -x"),
    .init(
      "list -x", 64, "unknown option -x"),
    .init(
      "list --al", 64, "unknown option --al"),
    .init(
      "list org.example.backup", 64, "'org.example.backup' is one argument too many: list takes options only;"
    ),
    .init(
      "list --limit", 64, "--limit needs a value: N"),
    .init(
      "list --limit zero", 64, "--limit: 'zero' is not a whole number; allowed is 1 to"),
    .init(
      "list --limit 0", 64, "--limit: '0' is out of range; allowed is 1 to 1000000000, for"),
    .init(
      "list --limit -1", 64, "--limit: '-1' is out of range; allowed is 1 to 1000000000,"),
    .init(
      "list --failed=yes", 64, "--failed takes no value"),
    .init(
      "list --prefix", 64, "--prefix needs a value: TEXT"),
    .init(
      "show", 64, "show needs ID, the identifier of a task, as bgtaskctl list"),
    .init(
      "show a b", 64, "'b' is one argument too many: show takes ID"),
    .init(
      "show nosuch", 1, "no task nosuch is pending or running",
      next: "bgtaskctl list shows what is pending and running, bgtaskctl history"),
    .init(
      "show ..", 1, "no task .. is pending or running",
      next: "bgtaskctl list shows what is pending and running, bgtaskctl history"),
    .init(
      "explain", 64, "explain needs ID, the identifier of a task, as bgtaskctl list"),
    .init(
      "explain nosuch", 1, "no task nosuch is pending or running",
      next: "bgtaskctl list shows what is pending and running, bgtaskctl history"),
    .init(
      "explain org.example.bakcup", 1, "no task org.example.bakcup is pending or running",
      next: "bgtaskctl list shows what is pending and running, bgtaskctl history"),
    .init(
      "cancel", 64, "cancel needs identifiers, as bgtaskctl list"),
    .init(
      "cancel --all org.example.backup", 64, "cancel takes identifiers or --all, not both"),
    .init(
      "cancel nosuch", 1, "no task nosuch is pending or running",
      next: "bgtaskctl list shows what is pending and running, bgtaskctl history"),
    .init(
      "run", 64, "run needs ID…, the identifier of a task, as bgtaskctl list"),
    .init(
      "run nosuch", 1, "no task nosuch is pending",
      next: "bgtaskctl list shows what is pending, bgtaskctl history what became of others"),
    .init(
      "expire nosuch", 1, "no task nosuch is running",
      next: "bgtaskctl list shows whether it waits; bgtaskctl cancel ends what"),
    .init(
      "expire org.example.backup", 1, "no task org.example.backup is running",
      next: "bgtaskctl list shows whether it waits; bgtaskctl cancel ends what"),
    .init(
      "rerun", 64, "rerun needs RUN, the name of a run, as bgtaskctl history"),
    .init(
      "rerun zzzz", 1, "'zzzz' is not the name of a run: a name has up to 32 digits of 0 to 9",
      next: "bgtaskctl history shows the names; bgtaskctl history ID shows those of one task"),
    .init(
      "rerun org.example.backup", 1, "'org.example.backup' is not the name of a run: a name has up to 32",
      next: "bgtaskctl history shows the names; bgtaskctl history ID shows those of one task"),
    .init(
      "edit", 64, "edit needs ID, the identifier of a task, as bgtaskctl list"),
    .init(
      "edit nosuch --when idle", 1, "no task nosuch is pending or running",
      next: "bgtaskctl list shows what is pending and running, bgtaskctl history"),
    .init(
      "edit org.example.backup", 64, "edit needs options that say what changes, such as --earliest"),
    .init(
      "edit org.example.backup --identifier x", 64, "unknown option --identifier"),
    .init(
      #"edit org.example.backup --when "idle an""#, 64,
      #"--when: column 6: found "an", allowed is and, or, or the end"#),
    .init(
      "edit org.example.backup --earliest yesterday", 64,
      "--earliest: Fri 2026-11-20 00:00:00 UTC has passed, 1d 7h"),
    .init(
      "edit org.example.backup --kind nonsense", 64,
      "--kind: 'nonsense' is none of refresh, processing, continued, transfer"),
    .init(
      "pause --for -5min", 64, "--for: '-5min' is not a length of time; allowed is numbers"),
    .init(
      "pause --for 0", 64, "--for: found 0, allowed is more than 0"),
    .init(
      "pause --for forever", 64, "--for: 'forever' is not a length of time; allowed is numbers"),
    .init(
      "pause --until yesterday", 64, "--until: Fri 2026-11-20 00:00:00 UTC has passed, 1d 7h ago"),
    .init(
      "pause --until +1h --for 1h", 64, "--until and --for say the same: give one of them"),
    .init(
      "pause nosuch*x", 65, #"found "nosuch*x", allowed are ASCII letters, digits, '.', '-'"#,
      next: "bgtaskctl pause --help describes the operands"),
    .init(
      #"pause "*""#, 65, #"found "*", allowed are ASCII letters, digits, '.', '-' and"#,
      next: "bgtaskctl pause --help describes the operands"),
    .init(
      #"pause "org example""#, 65, #"found "org example", allowed are ASCII letters, digits, '.',"#,
      next: "bgtaskctl pause --help describes the operands"),
    .init(
      "pause --kind backup", 64, "--kind: 'backup' is none of refresh, processing, continued, transfer"),
    .init(
      "pause --of-user nobody-here", 64, "--of-user: there is no user nobody-here"),
    .init(
      "pause --of-user root --all-users", 64, "--of-user and --all-users cannot be given together"),
    .init(
      "pause --for 9000y", 64, "--for: found 9000y, allowed is up to the year 9999; without --for"),
    .init(
      "pause 1h", 64, "'1h' is a length of time, not an identifier: pause --for 1h"),
    .init(
      "pause for 1h", 64, "'for' is the name of an option: pause --for TIME"),
    .init(
      "resume --all", 64, "unknown option --all"),
    .init(
      "history --limit abc", 64, "--limit: 'abc' is not a whole number; allowed is 1 to"),
    .init(
      "history --since tomorrow", 64, "--since: 2026-11-22 00:00 (in 16h 5min) is not in the past, and"),
    .init(
      #"history --since "last week""#, 64, "--since: 'last week' is not a point in time; allowed is a"),
    .init(
      "history a b", 64, "'b' is one argument too many: history takes [ID]"),
    .init(
      "history --launch=slow", 64, "--launch takes no value"),
    .init(
      "history --launch -n 0", 64, "--limit: '0' is out of range; allowed is 1 to 1000000000"),
    .init(
      "history --failed --since never", 64, "--since: 'never' is not a point in time; allowed is a date, a"),
    .init(
      "logs nosuch", 1, "no task nosuch is pending or running",
      next: "bgtaskctl list shows what is pending and running, bgtaskctl history"),
    .init(
      "logs --run zzzz", 1, "'zzzz' is not the name of a run: a name has up to 32 digits of 0 to 9",
      next: "bgtaskctl history shows the names; bgtaskctl history ID shows those of one task"),
    .init(
      "logs --lines -3 org.example.backup", 64, "--lines: '-3' is out of range; allowed is 0 to 1000000000,"),
    .init(
      "logs a b", 64, "'b' is one argument too many: logs takes [ID]"),
    .init(
      "logs --follow --all-runs", 64, "logs needs an identifier, or a run with --run"),
    .init(
      "watch org.example.backup", 64,
      "'org.example.backup' is one argument too many: watch takes options only;"),
  ]
}
