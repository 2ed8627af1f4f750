extension Mistake {
  /// In handing in work.
  static let submitting: [Mistake] = [
    told([
      "submit": "submit needs --identifier, such as --identifier",
      "submit true": "submit needs --identifier, such as --identifier",
      "submit -i": "-i needs a value: ID",
      "submit -i a": "submit needs a program after --, --url for a transfer, or --kind",
      "submit -i a --": "submit needs a program after --, --url for a transfer, or --kind",
      "submit -i a --kind backup -- /bin/true":
        "--kind: 'backup' is none of refresh, processing, continued, transfer",
      "submit -i a --kind=Refresh -- /bin/true":
        "--kind: 'Refresh' is none of refresh, processing, continued, transfer;",
      "submit -i a --requires-power -- /bin/true":
        "unknown option --requires-power; did you mean --requires-external-power?",
      "submit --requires-externl-power":
        "unknown option --requires-externl-power; did you mean --requires-external-power?",
      "submit --no-require-idle": "unknown option --no-require-idle; did you mean --no-requires-idle?",
      "submit -i a --kind refesh -- /bin/true":
        "--kind: 'refesh' is none of refresh, processing, continued, transfer; did you mean refresh?",
      "submit -i a --requires-wifi -- /bin/true": "unknown option --requires-wifi; did you mean",
      "submit -i a --idle -- /bin/true": "unknown option --idle; did you mean --requires-idle?",
      "submit -i a --requires-idle=maybe -- /bin/true":
        "--requires-idle: 'maybe' is neither yes nor no; allowed is",
      "submit -i a --no-requires-idle=yes -- /bin/true": "--no-requires-idle takes no value",
      "submit -i a --trusted-for 2d -- /bin/true":
        "--trusted-for: 2d is too long; allowed is more than 0 to 1d",
      "submit -i a --trusted-for never -- /bin/true":
        "--trusted-for: 'never' is not a length of time; allowed is",
      "submit -i a --earliest yesterday -- /bin/true":
        "--earliest: Fri 2026-11-20 00:00:00 UTC has passed, 1d 7h",
      "submit -i a --earliest 2020-01-01 -- /bin/true":
        "--earliest: Wed 2020-01-01 00:00:00 UTC has passed, 6y",
      "submit -i a --earliest 25:00 -- /bin/true":
        "--earliest: '25:00' is not a point in time; allowed is 03:00,",
      "submit -i a --earliest 31.12.2026 -- /bin/true":
        "--earliest: '31.12.2026' is not a point in time; allowed is",
      "submit -i a --earliest 2026-02-30 -- /bin/true":
        "--earliest: '2026-02-30' is not a point in time; allowed is",
      #"submit -i a --earliest "next week" -- /bin/true"#:
        "--earliest: 'next week' is not a point in time; allowed is",
      "submit -i a --earliest 5pm -- /bin/true":
        "--earliest: '5pm' is not a point in time; allowed is 03:00,",
      #"submit -i a --earliest "" -- /bin/true"#:
        "--earliest: An empty text is not a point in time; allowed is",
      "submit -i a --earliest +2h --deadline +1h -- /bin/true":
        "--deadline: 08:54 (in 1h) is before --earliest, 09:54",
      "submit -i a --deadline @1795000000 -- /bin/true":
        "--deadline: Wed 2026-11-18 11:06:40 UTC has passed, 2d 20h ago; --past-ok takes it all the same",
      "submit -i a --deadline 10 -- /bin/true": "--deadline: '10' is not a point in time; allowed is 03:00,",
      "submit -i a --runtime-limit 5 parsecs -- /bin/true":
        "'parsecs' stands before --, where only options do; a value of",
      "submit -i a --runtime-limit 5parsecs -- /bin/true":
        "--runtime-limit: '5parsecs' is not a length of time; allowed",
      "submit -i a --runtime-limit -5min -- /bin/true":
        "--runtime-limit: '-5min' is not a length of time; allowed is",
      "submit -i a --runtime-limit 0 -- /bin/true":
        "--runtime-limit: 0 is too short; allowed is more than 0 to",
      "submit -i a --runtime-limit 1000y -- /bin/true":
        "--runtime-limit: 1000y is too long; allowed is more than 0 to",
      "submit -i a --repeat 0 -- /bin/true": "--repeat: 0 is too short; allowed is 1s to 100 years",
      "submit -i a --repeat 500ms -- /bin/true": "--repeat: 500ms is too short; allowed is 1s to 100 years",
      "submit -i a --repeat daily -- /bin/true":
        "--repeat: 'daily' is not a length of time; allowed is numbers",
      #"submit -i a --calendar "*/5 * * * *" -- /bin/true"#:
        "--calendar: '*/5 * * * *' is the form of cron; here it is '*-*-*",
      #"submit -i a --calendar "Monday 25:00" -- /bin/true"#:
        "--calendar: '25' is no hour; allowed is 0 to 23, for example",
      #"submit -i a --calendar "every day" -- /bin/true"#:
        "--calendar: 'every day' is written as daily; allowed is",
      "submit -i a --on-path-changed /etc --repeat 1h -- /bin/true":
        "--repeat and --on-path-changed cannot be given together: each says when it comes again",
      "submit -i a --quiet 5s -- /bin/true": "--quiet and --at-latest need --on-path-changed",
      "submit -i a --on-path-changed /etc --quiet 5m --at-latest 1m -- /bin/true":
        "--at-latest: 1min is shorter than --quiet, 5min",
      #"submit -i a --when "idle &&" -- /bin/true"#:
        #"--when: column 6: found "&", allowed are words, texts in"#,
      #"submit -i a --when "idle and vpm" -- /bin/true"#:
        #"--when: column 10: found "vpm", which is no condition; there"#,
      #"submit -i a --when "(idle" -- /bin/true"#:
        "--when: column 6: found the end, allowed is and, or, or )",
      #"submit -i a --when "" -- /bin/true"#: "--when: column 1: found the end, allowed is a condition, not,",
      "submit -i a --while idl -- /bin/true": "--while: column 1: found \"idl\", which is no condition",
      #"submit -i a --while "not" -- /bin/true"#: "--while: column 4: found the end, allowed is a condition,",
      #"submit -i a --relax "without idle" -- /bin/true"#:
        #"--relax: column 1: found "without", allowed is "after""#,
      #"submit -i a --relax "after 1d" -- /bin/true"#:
        #"--relax: column 9: found the end, allowed is "without""#,
      "submit -i a --retry yes -- /bin/true": "--retry: 'yes' is none of none, linear, exponential",
      "submit -i a --retry-attempts 0 -- /bin/true":
        "--retry-attempts: '0' is out of range; allowed is 1 to 1000,",
      "submit -i a --retry-attempts many -- /bin/true":
        "--retry-attempts: 'many' is not a whole number; allowed is 1",
      "submit -i a --retry-attempts 5000 -- /bin/true":
        "--retry-attempts: '5000' is out of range; allowed is 1 to",
      "submit -i a --retry-initial 1h --retry-maximum 1min -- /bin/true":
        "--retry-maximum: 1min is shorter than --retry-initial, 1h",
      "submit -i a -E FOO -- /bin/true": "--environment: 'FOO' is not NAME=VALUE",
      "submit -i a -E =bar -- /bin/true": "--environment: '=bar' is not NAME=VALUE",
      "submit -i a --environment-file '' -- /bin/true": "--environment-file: the path is empty",
      "submit -i a --environment-file /dev/null --kind refresh":
        "--environment-file needs a program after --",
      "submit -i a --url http://a/b -- /bin/true": "--url and a program after -- cannot be given together",
      "submit -i a --on-deadline drop -- /bin/true": "--on-deadline needs --deadline",
      "submit -i a --load-credential /etc/passwd -- /bin/true":
        "--load-credential: '/etc/passwd' is not ID:PATH",
      "submit -i a --load-credential password: -- /bin/true": "--load-credential: 'password:' is not ID:PATH",
      "submit -i a --on-conflict ask -- /bin/true": "--on-conflict: 'ask' is none of replace, keep",
      "submit -i a --on-deadline skip -- /bin/true": "--on-deadline: 'skip' is none of wait, run, drop",
      "submit -i a --unit cron -- /bin/true": "--unit and a program after -- cannot be given together",
      "submit -i a --kind refresh --working-directory /tmp":
        "--working-directory and --environment need a program after --",
      "submit -i a --kind refresh -E A=1":
        "--working-directory and --environment need a program after --",
      "submit -i a --file x.jsonl": "--file has whole requests; it goes with no other option of",
      "submit -i a --wait=5 -- /bin/true": "--wait takes no value",
      "submit -i a --at 03:00 -- /bin/true": "unknown option --at; did you mean --earliest?",
      "submit -i a --every 1d -- /bin/true": "unknown option --every; did you mean --repeat?",
      "submit -i a --env A=1 -- /bin/true": "unknown option --env; did you mean --environment?",
      "submit --name a -- /bin/true": "unknown option --name; did you mean --identifier?",
      #"submit -i a --calendar "0 3 * * 1" -- /bin/true"#:
        "--calendar: '0 3 * * 1' is the form of cron; here it is 'Mon *-*-*",
      "submit -i a --requires-battery -- /bin/true": "unknown option --requires-battery; did you mean",
    ]),
    told(
      status: 66, next: "--unchecked submits it all the same",
      [
        "submit -i a --on-failure '/no/such/mail admin' -- /bin/true":
          "--on-failure: the program /no/such/mail cannot be run: No such file or directory",
        "submit -i a --on-success /etc/passwd -- /bin/true": "--on-success: /etc/passwd may not be executed",
        "submit -i a --on-overdue /etc -- /bin/true": "--on-overdue: /etc is a directory and no program",
        "submit -i a -- /nosuch/program": "the program /nosuch/program cannot be run: No such file or",
        "submit -i a -- /etc": "/etc is a directory and no program",
        "submit -i a --environment-file /nonexistent/env -- /bin/true":
          "the environment file /nonexistent/env cannot be read: No such file or directory",
        "submit -i a --environment-file /etc -- /bin/true":
          "the environment file /etc cannot be read: Is a directory",
        "submit -i a --load-credential password:/nonexistent -- /bin/true":
          "the file of a credential /nonexistent cannot be read: No such file or directory",
        "submit -i a --working-directory /nowhere -- /bin/true":
          "the working directory /nowhere: No such file or directory",
        "submit -i a --working-directory /etc/passwd -- /bin/true":
          "the working directory /etc/passwd is no directory",
      ]),
    told(
      status: 65, next: "bgtaskctl submit --help describes the options",
      [
        #"submit -i "my backup" -- /bin/true"#:
          #"--identifier: found "my backup", allowed are parts of ASCII"#,
        "submit -i a..b -- /bin/true": #"--identifier: found "a..b", allowed are parts of ASCII"#,
        "submit -i .. -- /bin/true": #"--identifier: found "..", allowed are parts of ASCII letters,"#,
        "submit -i -x -- /bin/true": #"--identifier: found "-x", allowed are parts of ASCII letters,"#,
        #"submit -i "" -- /bin/true"#: "--identifier: found 0 bytes, allowed are 1 to 255",
        "submit -i é -- /bin/true": #"--identifier: found "é", allowed are parts of ASCII letters,"#,
        "submit -i a --on-path-changed /etc --deadline +1h -- /bin/true":
          "--on-path-changed: found together with --deadline, allowed is one of them",
        "submit -i a --randomized-delay 1h -- /bin/true":
          "--randomized-delay: found without --calendar, which it needs",
        "submit -i a -E BGTASK_RUN_ID=1 -- /bin/true":
          "--environment BGTASK_RUN_ID: names that begin with BGTASK are",
        "submit -i a --environment-file '-/etc/no*' -- /bin/true":
          "--environment-file: found \"/etc/no*\", allowed is the path of one file",
        "submit -i a --load-credential '..:/dev/null' -- /bin/true":
          "--load-credential: found the name \"..\", allowed are 1 to 255 ASCII letters",
        "submit -i a --set-credential-encrypted token:hunter2 -- /bin/true":
          "--set-credential-encrypted token: found text that is not Base64",
        "submit -i a --on-failure a -- /bin/true":
          "--on-failure: found the task itself, allowed is another one",
        #"submit -i a --on-failure "mail root" -- /bin/true"#:
          #"--on-failure: found "mail root", allowed is a program's"#,
        "submit -i a --strategy fail -- /bin/true":
          "--strategy: found with kind processing, allowed only with",
        "submit -i a --unit cron.timer": #"--unit: found "cron.timer", allowed is the name of a unit:"#,
        #"submit -i a --label "a label far longer than the columns that any list can have for it" -- true"#:
          "--label: found 65 bytes, allowed are up to 64",
      ]),
    [
      .init(
        "submit -i a -- nosuchprogram", 66, "there is no program nosuchprogram in PATH",
        next: "write its path, with a slash in it"),
      .init(
        #"submit -i a -- "sleep 1 && ls""#, 66, "there is no program sleep 1 && ls in PATH",
        next: "a shell reads such a line: /bin/sh -c"),
      .init(
        "submit -i a -- /etc/passwd", 66, "/etc/passwd may not be executed",
        next: "chmod +x makes a program of it; --unchecked submits it all the same"),
      .init(
        #"submit -i a -- "/bin/echo hi""#, 66, "there is no program '/bin/echo hi', which is one argument",
        next: "without the quotation marks its words are the program and its"),
      .init(
        "submit --file /nosuch.jsonl", 66, "/nosuch.jsonl cannot be read: No such file or directory",
        next: "name a file that exists"),
    ],
  ].flatMap(\.self)
}
