extension Mistake {
  /// In what else there is.
  static let others: [Mistake] = [
    told([
      "conditions idle": "'idle' is one argument too many: conditions takes options only",
      "simulate": "simulate needs FIELD=VALUE or --clear",
      "simulate idle": "'idle' is not FIELD=VALUE",
      "simulate powersource=battery": "there is no field 'powersource'; did you mean powerSource?",
      "simulate idle=1 idle=0": "idle is given twice",
      "simulate idel=yes": "there is no field 'idel'; did you mean idle?; the fields are",
      "run backup@": "backup@ is a template, and runs as one of its instances: backup@home",
      "run backup@../etc": "'../etc' is no name of an instance; allowed is parts of ASCII letters,",
      #"run "backup@my home""#: "'my home' is no name of an instance; allowed is parts of ASCII",
      "run backup@%i%i": "'%i%i' is no name of an instance; allowed is parts of ASCII letters,",
      "run a/b@home": "'a/b' is no name of a template; allowed is parts of ASCII letters,",
      "wait-for": "wait-for needs a condition to wait for: --network, --unmetered,",
      "wait-for --idle --timeout never -- /bin/true":
        "--timeout: 'never' is not a length of time; allowed is",
      "wait-for --idle --timeout 5 minutes -- /bin/true":
        "'minutes' stands before --, where only options do; a value of",
      #"wait-for --when "idle" --idle"#:
        "--when has all conditions of the wait; --idle goes into its expression",
      "wait-for --idle --unknown-conditions wait": "--unknown-conditions goes with --when",
      "wait-for --idle --on-timeout maybe": "--on-timeout: 'maybe' is none of run, fail",
      "wait-for -- sh": "wait-for needs a condition to wait for",
      "wait-for --power -- /bin/true": "unknown option --power; did you mean --external-power?",
      "wait-for idle": "wait-for needs a condition to wait for: --network, --unmetered,",
      #"wait-for --when "idle or" -- /bin/true"#:
        "--when: column 8: found the end, allowed is a condition, not,",
      "hold": "hold needs a program after --",
      "hold --limit 1h -- /bin/true": "--limit: found 1h, allowed is 1s to 10min",
      "hold --limit never -- /bin/true": "--limit: 'never' is not a length of time; allowed is",
      #"hold --why "" -- /bin/true"#: "--why: found 0 bytes, allowed is one line of 1 to 255",
      #"hold --why "a\x1b[31mb" -- /bin/true"#:
        "--why: found the control character U+001B, allowed is one line of 1 to 255 bytes",
      #"hold --why "a\nb" -- /bin/true"#: "--why: found the control character U+000A, allowed is one line",
      #"wait-for --when idle --if-unavailable run --name "a\x1bb" -- /bin/true"#:
        "--name: found the control character U+001B, allowed is one line of 0 to 255 bytes",
      "renew": "renew needs ID LENGTH",
      "renew a": "renew needs LENGTH as well: renew takes ID LENGTH",
      "renew a soon": "LENGTH: 'soon' is not a length of time; allowed is",
      "renew a 0": "LENGTH: 0 is too short; allowed is more than 0 to 1d",
      "renew a 2d": "LENGTH: 2d is too long; allowed is more than 0 to 1d",
      "renew a 5 minutes": "'minutes' is one argument too many",
      "progress": "progress needs COMPLETED TOTAL [TITLE]",
      "progress half": "progress needs TOTAL as well: progress takes COMPLETED TOTAL [TITLE]",
      "progress ten 100": "COMPLETED: 'ten' is not a whole number",
      "progress 1 1e3": "TOTAL: '1e3' is not a whole number",
      "progress -- -1 5": "COMPLETED: '-1' is out of range",
      "progress 9223372036854775808 1": "COMPLETED: '9223372036854775808' is out of range",
      "progress 1 2 copying photos": "'photos' is one argument too many",
      "complete --succes": "unknown option --succes",
      "check --type task": "--type needs files",
      "check --type unit x": "--type: 'unit' is none of task, manifest, configuration",
      "import": "import needs crontab|anacrontab|timer [FILE|UNIT…]",
      "import crontap": "'crontap' is none of crontab, timer, anacrontab; did you mean crontab?",
      "import timer": "import timer needs the name of a timer",
      "import crontab --force": "--force goes with --output-dir",
      "manifest": "manifest needs INFO.PLIST",
      "calendar": "calendar needs EXPRESSION…",
      #"calendar "*/5 * * * *""#: "'*/5 * * * *' is the form of cron; here it is '*-*-* *:00/5:00'",
      #"calendar "0 0 13 * 5""#:
        "'0 0 13 * 5' is the form of cron; here it is '*-*-13 00:00:00' and 'Fri *-*-* 00:00:00'",
      #"calendar "0~30 3 * * *""#: "'0~30 3 * * *' is the form of cron, and has a part that no calendar has",
      #"calendar "0 0 * * 1#2""#: "'0 0 * * 1#2' is the form of cron, and has a part that no calendar has",
      #"calendar "Mon..Fryday 08:00""#: "'Fryday' is no day of the week",
      #"calendar "Fri 99:00""#: "'99' is no hour; allowed is 0 to 23, for example 6..22/2:00",
      "calendar daily --count 0": "unknown option --count; did you mean --iterations?",
      "calendar daily --count lots": "unknown option --count; did you mean --iterations?",
      "metrics --output": "--output needs a value: FILE",
      "version 2": "'2' is one argument too many: version takes options only",
      "completion": "completion needs SHELL",
      "completion tcsh": "there are no completions for 'tcsh', only for bash, zsh, fish",
      "--socket": "--socket needs a value: PATH",
      "--color maybe list": "--color: 'maybe' is none of auto, always, never",
      "status --chek": "unknown option --chek; did you mean --check?",
      "status org.example.backup": "'org.example.backup' is one argument too many: status takes options only",
      #"wait-for --idle --timeout "5 parsecs" -- /bin/true"#:
        "--timeout: '5 parsecs' is not a length of time; allowed is",
      "edit org.example.backup --runtime-limit 0":
        "--runtime-limit: 0 is too short; allowed is more than 0 to",
      "edit org.example.backup -E PATH": "--environment: 'PATH' is not NAME=VALUE",
      "edit org.example.backup --retry-initial 1h --retry-maximum 1min":
        "--retry-maximum: 1min is shorter than --retry-initial, 1h",
      "pause until tomorrow": "'until' is the name of an option: pause --until TIME",
      "pause 18:00": "'18:00' is a time, not an identifier: pause --until 18:00",
      #"history --limit 5 --since "in 2h""#: "--since: 'in 2h' is not a point in time; allowed is a date, a",
      "list --unknown": "unknown option --unknown",
      "list --socket": "--socket needs a value: PATH",
      "list --all-user": "unknown option --all-user; did you mean --all-users?",
      "run org.example.backup --wait": "unknown option --wait",
      "cancel --force org.example.backup": "unknown option --force",
    ]),
    told(
      status: 65, next: "bgtaskctl simulate --help lists the fields",
      [
        "simulate idle=maybe": #"idle: found "maybe", allowed are other values"#,
        "simulate batteryPercent=150": #"batteryPercent: found "150", allowed are other values"#,
        "simulate powerSource=sunlight": #"powerSource: found "sunlight", allowed are other values"#,
      ]),
    told(
      status: 66, next: "write its path, with a slash in it",
      [
        "wait-for --idle -- nosuch": "there is no program nosuch in PATH",
        "hold -- nosuch": "there is no program nosuch in PATH",
      ]),
    told(
      next: "call this from a program that bgtaskd runs, or name the run with",
      [
        "should-defer": "the run is not named: BGTASK_RUN_ID is not set",
        "complete": "the run is not named: BGTASK_RUN_ID is not set",
        "progress 1 2": "the run is not named: BGTASK_RUN_ID is not set",
      ]),
    told(
      status: 66, next: "name a file that exists",
      [
        "check /nosuch.task": "/nosuch.task cannot be read: No such file or directory",
        "import crontab /nosuch": "/nosuch cannot be read: No such file or directory",
        "manifest /no/Info.plist": "/no/Info.plist cannot be read: No such file or directory",
      ]),
    told(
      status: 74, next: "a file that you may read",
      [
        "import crontab /etc": "/etc cannot be read: Is a directory",
        "submit --file /etc": "/etc cannot be read: Is a directory",
      ]),
    [
      .init(
        "run nosuch@home", 1, "no task nosuch@home is pending, and there is no template nosuch@.task",
        next: "templates are looked for in "),
      .init(
        "fetch https://example.org/a /nosuch/place/a", 66,
        "there is no directory /nosuch/place to write the file into",
        next: "create it first: mkdir -p /nosuch/place"),
      .init(
        "logs --run xyz", 1, "'xyz' is not the name of a run: a name has up to 32 digits of 0 to 9",
        next: "bgtaskctl history shows the names; bgtaskctl history ID shows those of one task"),
      .init(
        "resume org.example.nothing", 1, "no pause of org.example.nothing is in force",
        next: "nothing is paused"),
    ],
  ].flatMap(\.self)
}
