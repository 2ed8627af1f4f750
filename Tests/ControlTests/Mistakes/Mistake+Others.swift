extension Mistake {
  /// In what else there is.
  static let others: [Mistake] = [
    .init(
      "conditions idle", 64, "'idle' is one argument too many: conditions takes options only"),
    .init(
      "simulate", 64, "simulate needs FIELD=VALUE or --clear"),
    .init(
      "simulate idle", 64, "'idle' is not FIELD=VALUE"),
    .init(
      "simulate idel=yes", 64, "there is no field 'idel'; did you mean idle?; the fields are"),
    .init(
      "simulate idle=maybe", 65, #"idle: found "maybe", allowed are other values"#,
      next: "bgtaskctl simulate --help lists the fields"),
    .init(
      "simulate batteryPercent=150", 65, #"batteryPercent: found "150", allowed are other values"#,
      next: "bgtaskctl simulate --help lists the fields"),
    .init(
      "simulate powerSource=sunlight", 65, #"powerSource: found "sunlight", allowed are other values"#,
      next: "bgtaskctl simulate --help lists the fields"),
    .init(
      "run backup@", 64, "backup@ is a template, and runs as one of its instances: backup@home"),
    .init(
      "run backup@../etc", 64, "'../etc' is no name of an instance; allowed is parts of ASCII letters,"),
    .init(
      #"run "backup@my home""#, 64, "'my home' is no name of an instance; allowed is parts of ASCII"),
    .init(
      "run backup@%i%i", 64, "'%i%i' is no name of an instance; allowed is parts of ASCII letters,"),
    .init(
      "run a/b@home", 64, "'a/b' is no name of a template; allowed is parts of ASCII letters,"),
    .init(
      "run nosuch@home", 1, "no task nosuch@home is pending, and there is no template nosuch@.task",
      next: "templates are looked for in "),
    .init(
      "fetch https://example.org/a /nosuch/place/a", 66,
      "there is no directory /nosuch/place to write the file into",
      next: "create it first: mkdir -p /nosuch/place"),
    .init(
      "wait-for", 64, "wait-for needs a condition to wait for: --network, --unmetered,"),
    .init(
      "wait-for --idle --timeout never -- /bin/true", 64,
      "--timeout: 'never' is not a length of time; allowed is"),
    .init(
      "wait-for --idle --timeout 5 minutes -- /bin/true", 64,
      "'minutes' stands before --, where only options do; a value of"),
    .init(
      #"wait-for --when "idle" --idle"#, 64,
      "--when has all conditions of the wait; --idle goes into its expression"),
    .init(
      "wait-for --power -- /bin/true", 64, "unknown option --power; did you mean --external-power?"),
    .init(
      "wait-for idle", 64, "wait-for needs a condition to wait for: --network, --unmetered,"),
    .init(
      "wait-for --idle -- nosuch", 66, "there is no program nosuch in PATH",
      next: "write its path, with a slash in it"),
    .init(
      #"wait-for --when "idle or" -- /bin/true"#, 64,
      "--when: column 8: found the end, allowed is a condition, not,"),
    .init("hold", 64, "hold needs a program after --"),
    .init(
      "hold --limit 1h -- /bin/true", 64, "--limit: found 1h, allowed is 1s to 10min"),
    .init(
      "hold --limit never -- /bin/true", 64, "--limit: 'never' is not a length of time; allowed is"),
    .init(
      #"hold --why "" -- /bin/true"#, 64, "--why: found 0 bytes, allowed is one line of 1 to 255"),
    .init(
      #"hold --why "a\x1b[31mb" -- /bin/true"#, 64,
      "--why: found the control character U+001B, allowed is one line of 1 to 255 bytes"),
    .init(
      #"hold --why "a\nb" -- /bin/true"#, 64, "--why: found the control character U+000A, allowed is one line"
    ),
    .init(
      #"wait-for --when idle --if-unavailable run --name "a\x1bb" -- /bin/true"#, 64,
      "--name: found the control character U+001B, allowed is one line of 0 to 255 bytes"),
    .init(
      "hold -- nosuch", 66, "there is no program nosuch in PATH", next: "write its path, with a slash in it"),
    .init(
      "progress", 64, "progress needs COMPLETED TOTAL [TITLE]"),
    .init(
      "progress half", 64, "progress needs COMPLETED TOTAL [TITLE]"),
    .init(
      "should-defer", 64, "the run is not named: BGTASK_RUN_ID is not set",
      next: "call this from a program that bgtaskd runs, or name the run with"),
    .init(
      "complete", 64, "the run is not named: BGTASK_RUN_ID is not set",
      next: "call this from a program that bgtaskd runs, or name the run with"),
    .init(
      "complete --succes", 64, "unknown option --succes"),
    .init(
      "check /nosuch.task", 66, "/nosuch.task cannot be read: No such file or directory",
      next: "name a file that exists"),
    .init(
      "check --type task", 64, "--type needs files"),
    .init(
      "import", 64, "import needs crontab|anacrontab|timer [FILE|UNIT…]"),
    .init(
      "import systemd", 64, "'systemd' is none of crontab, timer, anacrontab"),
    .init(
      "import crontab /nosuch", 66, "/nosuch cannot be read: No such file or directory",
      next: "name a file that exists"),
    .init(
      "import crontab /etc", 74, "/etc cannot be read: Is a directory", next: "a file that you may read"),
    .init(
      "import timer", 64, "import timer needs the name of a timer"),
    .init(
      "import crontab --force", 64, "--force goes with --output-dir"),
    .init(
      "manifest", 64, "manifest needs INFO.PLIST"),
    .init(
      "manifest /no/Info.plist", 66, "/no/Info.plist cannot be read: No such file or directory",
      next: "name a file that exists"),
    .init(
      "calendar", 64, "calendar needs EXPRESSION…"),
    .init(
      #"calendar "*/5 * * * *""#, 64, "'*/5 * * * *' is the form of cron; here it is '*-*-* *:00/5:00'"),
    .init(
      #"calendar "0 0 13 * 5""#, 64,
      "'0 0 13 * 5' is the form of cron; here it is '*-*-13 00:00:00' and 'Fri *-*-* 00:00:00'"),
    .init(
      #"calendar "0~30 3 * * *""#, 64,
      "'0~30 3 * * *' is the form of cron, and has a part that no calendar has"),
    .init(
      #"calendar "0 0 * * 1#2""#, 64,
      "'0 0 * * 1#2' is the form of cron, and has a part that no calendar has"),
    .init(
      #"calendar "Fri 99:00""#, 64, "'99' is no hour; allowed is 0 to 23, for example 6..22/2:00"),
    .init(
      "calendar daily --count 0", 64, "unknown option --count; did you mean --iterations?"),
    .init(
      "calendar daily --count lots", 64, "unknown option --count; did you mean --iterations?"),
    .init(
      "metrics --output", 64, "--output needs a value: FILE"),
    .init(
      "help nosuch", 64, "unknown verb 'nosuch'", next: "bgtaskctl help lists the verbs"),
    .init(
      "help ls", 64, "unknown verb 'ls'; did you mean list?", next: "bgtaskctl help lists the verbs"),
    .init(
      "version 2", 64, "'2' is one argument too many: version takes options only"),
    .init(
      "completion", 64, "completion needs SHELL"),
    .init(
      "completion tcsh", 64, "there are no completions for 'tcsh', only for bash, zsh, fish"),
    .init(
      "--socket", 64, "--socket needs a value: PATH"),
    .init(
      "--socket /nosuch/socket list", 69, "the daemon is not running: nobody listens at /nosuch/socket",
      next: "start it: bgtaskd --socket /nosuch/socket &"),
    .init(
      "--socket /etc/passwd list", 64, "/etc/passwd is not a socket",
      next: "name the daemon's socket with --socket"),
    .init(
      "--socket /etc list", 64, "/etc is not a socket", next: "name the daemon's socket with --socket"),
    .init(
      "--color maybe list", 64, "--color: 'maybe' is none of auto, always, never"),
    .init(
      "status --chek", 64, "unknown option --chek; did you mean --check?"),
    .init(
      "status org.example.backup", 64,
      "'org.example.backup' is one argument too many: status takes options only"),
    .init(
      #"wait-for --idle --timeout "5 parsecs" -- /bin/true"#, 64,
      "--timeout: '5 parsecs' is not a length of time; allowed is"),
    .init(
      "edit org.example.backup --runtime-limit 0", 64,
      "--runtime-limit: 0 is too short; allowed is more than 0 to"),
    .init(
      "edit org.example.backup -E PATH", 64, "--environment: 'PATH' is not NAME=VALUE"),
    .init(
      "edit org.example.backup --retry-initial 1h --retry-maximum 1min", 64,
      "--retry-maximum: 1min is shorter than --retry-initial, 1h"),
    .init(
      "logs --run xyz", 1, "'xyz' is not the name of a run: a name has up to 32 digits of 0 to 9",
      next: "bgtaskctl history shows the names; bgtaskctl history ID shows those of one task"),
    .init(
      "pause until tomorrow", 64, "'until' is the name of an option: pause --until TIME"),
    .init(
      "pause 18:00", 64, "'18:00' is a time, not an identifier: pause --until 18:00"),
    .init(
      "resume org.example.nothing", 1, "no pause of org.example.nothing is in force",
      next: "nothing is paused"),
    .init(
      #"history --limit 5 --since "in 2h""#, 64,
      "--since: 'in 2h' is not a point in time; allowed is a date, a"),
    .init(
      "list --unknown", 64, "unknown option --unknown"),
    .init(
      "list --socket", 64, "--socket needs a value: PATH"),
    .init(
      "list --all-user", 64, "unknown option --all-user; did you mean --all-users?"),
    .init(
      "run org.example.backup --wait", 64, "unknown option --wait"),
    .init(
      "cancel --force org.example.backup", 64, "unknown option --force"),
  ]
}
