extension Mistake {
  /// In handing in work.
  static let submitting: [Mistake] = [
    .init(
      "submit -i a --on-failure '/no/such/mail admin' -- /bin/true", 66,
      "--on-failure: the program /no/such/mail cannot be run: No such file or directory",
      next: "--unchecked submits it all the same"),
    .init(
      "submit -i a --on-success /etc/passwd -- /bin/true", 66,
      "--on-success: /etc/passwd may not be executed",
      next: "--unchecked submits it all the same"),
    .init(
      "submit -i a --on-overdue /etc -- /bin/true", 66, "--on-overdue: /etc is a directory and no program",
      next: "--unchecked submits it all the same"),
    .init(
      "submit", 64, "submit needs --identifier, such as --identifier"),
    .init(
      "submit true", 64, "submit needs --identifier, such as --identifier"),
    .init(
      "submit -i", 64, "-i needs a value: ID"),
    .init(
      "submit -i a", 64, "submit needs a program after --, --url for a transfer, or --kind"),
    .init(
      "submit -i a --", 64, "submit needs a program after --, --url for a transfer, or --kind"),
    .init(
      "submit -i a -- nosuchprogram", 66, "there is no program nosuchprogram in PATH",
      next: "write its path, with a slash in it"),
    .init(
      #"submit -i a -- "sleep 1 && ls""#, 66, "there is no program sleep 1 && ls in PATH",
      next: "a shell reads such a line: /bin/sh -c"),
    .init(
      "submit -i a -- /nosuch/program", 66, "the program /nosuch/program cannot be run: No such file or",
      next: "--unchecked submits it all the same"),
    .init(
      "submit -i a -- /etc", 66, "/etc is a directory and no program",
      next: "--unchecked submits it all the same"),
    .init(
      "submit -i a -- /etc/passwd", 66, "/etc/passwd may not be executed",
      next: "chmod +x makes a program of it; --unchecked submits it all the same"),
    .init(
      #"submit -i a -- "/bin/echo hi""#, 66, "there is no program '/bin/echo hi', which is one argument",
      next: "without the quotation marks its words are the program and its"),
    .init(
      #"submit -i "my backup" -- /bin/true"#, 65,
      #"--identifier: found "my backup", allowed are parts of ASCII"#,
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a..b -- /bin/true", 65, #"--identifier: found "a..b", allowed are parts of ASCII"#,
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i .. -- /bin/true", 65, #"--identifier: found "..", allowed are parts of ASCII letters,"#,
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i -x -- /bin/true", 65, #"--identifier: found "-x", allowed are parts of ASCII letters,"#,
      next: "bgtaskctl submit --help describes the options"),
    .init(
      #"submit -i "" -- /bin/true"#, 65, "--identifier: found 0 bytes, allowed are 1 to 255",
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i é -- /bin/true", 65, #"--identifier: found "é", allowed are parts of ASCII letters,"#,
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a --kind backup -- /bin/true", 64,
      "--kind: 'backup' is none of refresh, processing, continued, transfer"),
    .init(
      "submit -i a --kind=Refresh -- /bin/true", 64,
      "--kind: 'Refresh' is none of refresh, processing, continued, transfer;"),
    .init(
      "submit -i a --requires-power -- /bin/true", 64, "unknown option --requires-power; did you mean"),
    .init(
      "submit -i a --requires-wifi -- /bin/true", 64, "unknown option --requires-wifi; did you mean"),
    .init(
      "submit -i a --idle -- /bin/true", 64, "unknown option --idle; did you mean --requires-idle?"),
    .init(
      "submit -i a --requires-idle=maybe -- /bin/true", 64,
      "--requires-idle: 'maybe' is neither yes nor no; allowed is"),
    .init(
      "submit -i a --no-requires-idle=yes -- /bin/true", 64, "--no-requires-idle takes no value"),
    .init(
      "submit -i a --earliest yesterday -- /bin/true", 64,
      "--earliest: Fri 2026-11-20 00:00:00 UTC has passed, 1d 7h"),
    .init(
      "submit -i a --earliest 2020-01-01 -- /bin/true", 64,
      "--earliest: Wed 2020-01-01 00:00:00 UTC has passed, 6y"),
    .init(
      "submit -i a --earliest 25:00 -- /bin/true", 64,
      "--earliest: '25:00' is not a point in time; allowed is 03:00,"),
    .init(
      "submit -i a --earliest 31.12.2026 -- /bin/true", 64,
      "--earliest: '31.12.2026' is not a point in time; allowed is"),
    .init(
      "submit -i a --earliest 2026-02-30 -- /bin/true", 64,
      "--earliest: '2026-02-30' is not a point in time; allowed is"),
    .init(
      #"submit -i a --earliest "next week" -- /bin/true"#, 64,
      "--earliest: 'next week' is not a point in time; allowed is"),
    .init(
      "submit -i a --earliest 5pm -- /bin/true", 64,
      "--earliest: '5pm' is not a point in time; allowed is 03:00,"),
    .init(
      #"submit -i a --earliest "" -- /bin/true"#, 64,
      "--earliest: An empty text is not a point in time; allowed is"),
    .init(
      "submit -i a --deadline 10 -- /bin/true", 64,
      "--deadline: '10' is not a point in time; allowed is 03:00,"),
    .init(
      "submit -i a --runtime-limit 5 parsecs -- /bin/true", 64,
      "'parsecs' stands before --, where only options do; a value of"),
    .init(
      "submit -i a --runtime-limit 5parsecs -- /bin/true", 64,
      "--runtime-limit: '5parsecs' is not a length of time; allowed"),
    .init(
      "submit -i a --runtime-limit -5min -- /bin/true", 64,
      "--runtime-limit: '-5min' is not a length of time; allowed is"),
    .init(
      "submit -i a --runtime-limit 0 -- /bin/true", 64,
      "--runtime-limit: 0 is too short; allowed is more than 0 to"),
    .init(
      "submit -i a --runtime-limit 1000y -- /bin/true", 64,
      "--runtime-limit: 1000y is too long; allowed is more than 0 to"),
    .init(
      "submit -i a --repeat 0 -- /bin/true", 64, "--repeat: 0 is too short; allowed is 1s to 100 years"),
    .init(
      "submit -i a --repeat 500ms -- /bin/true", 64,
      "--repeat: 500ms is too short; allowed is 1s to 100 years"),
    .init(
      "submit -i a --repeat daily -- /bin/true", 64,
      "--repeat: 'daily' is not a length of time; allowed is numbers"),
    .init(
      #"submit -i a --calendar "*/5 * * * *" -- /bin/true"#, 64,
      "--calendar: '*/5 * * * *' is the form of cron; here it is '*-*-*"),
    .init(
      #"submit -i a --calendar "Monday 25:00" -- /bin/true"#, 64,
      "--calendar: '25' is no hour; allowed is 0 to 23, for example"),
    .init(
      #"submit -i a --calendar "every day" -- /bin/true"#, 64,
      "--calendar: 'day' is no time zone of this machine; allowed is"),
    .init(
      "submit -i a --on-path-changed /etc --repeat 1h -- /bin/true", 64,
      "--repeat and --on-path-changed cannot be given together: each says when it comes again"),
    .init(
      "submit -i a --quiet 5s -- /bin/true", 64, "--quiet and --at-latest need --on-path-changed"),
    .init(
      "submit -i a --on-path-changed /etc --quiet 5m --at-latest 1m -- /bin/true", 64,
      "--at-latest: 1min is shorter than --quiet, 5min"),
    .init(
      "submit -i a --on-path-changed /etc --deadline +1h -- /bin/true", 65,
      "--on-path-changed: found together with --deadline, allowed is one of them",
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a --randomized-delay 1h -- /bin/true", 65,
      "--randomized-delay: found without --calendar, which it needs",
      next: "bgtaskctl submit --help describes the options"),
    .init(
      #"submit -i a --when "idle &&" -- /bin/true"#, 64,
      #"--when: column 6: found "&", allowed are words, texts in"#),
    .init(
      #"submit -i a --when "idle and vpm" -- /bin/true"#, 64,
      #"--when: column 10: found "vpm", which is no condition; there"#),
    .init(
      #"submit -i a --when "(idle" -- /bin/true"#, 64,
      "--when: column 6: found the end, allowed is and, or, or )"),
    .init(
      #"submit -i a --when "" -- /bin/true"#, 64,
      "--when: column 1: found the end, allowed is a condition, not,"),
    .init(
      #"submit -i a --while "not" -- /bin/true"#, 64,
      "--while: column 4: found the end, allowed is a condition,"),
    .init(
      #"submit -i a --relax "without idle" -- /bin/true"#, 64,
      #"--relax: column 1: found "without", allowed is "after""#),
    .init(
      #"submit -i a --relax "after 1d" -- /bin/true"#, 64,
      #"--relax: column 9: found the end, allowed is "without""#),
    .init(
      "submit -i a --retry yes -- /bin/true", 64, "--retry: 'yes' is none of none, linear, exponential"),
    .init(
      "submit -i a --retry-attempts 0 -- /bin/true", 64,
      "--retry-attempts: '0' is out of range; allowed is 1 to 1000,"),
    .init(
      "submit -i a --retry-attempts many -- /bin/true", 64,
      "--retry-attempts: 'many' is not a whole number; allowed is 1"),
    .init(
      "submit -i a --retry-attempts 5000 -- /bin/true", 64,
      "--retry-attempts: '5000' is out of range; allowed is 1 to"),
    .init(
      "submit -i a --retry-initial 1h --retry-maximum 1min -- /bin/true", 64,
      "--retry-maximum: 1min is shorter than --retry-initial, 1h"),
    .init(
      "submit -i a -E FOO -- /bin/true", 64, "--environment: 'FOO' is not NAME=VALUE"),
    .init(
      "submit -i a -E =bar -- /bin/true", 64, "--environment: '=bar' is not NAME=VALUE"),
    .init(
      "submit -i a -E BGTASK_RUN_ID=1 -- /bin/true", 65,
      "--environment BGTASK_RUN_ID: names that begin with BGTASK are",
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a --environment-file /nonexistent/env -- /bin/true", 66,
      "the environment file /nonexistent/env cannot be read: No such file or directory",
      next: "--unchecked submits it all the same"),
    .init(
      "submit -i a --environment-file /etc -- /bin/true", 66,
      "the environment file /etc cannot be read: Is a directory",
      next: "--unchecked submits it all the same"),
    .init(
      "submit -i a --environment-file '' -- /bin/true", 64, "--environment-file: the path is empty"),
    .init(
      "submit -i a --environment-file /dev/null --kind refresh", 64,
      "--environment-file needs a program after --"),
    .init(
      "submit -i a --environment-file '-/etc/no*' -- /bin/true", 65,
      "--environment-file: found \"/etc/no*\", allowed is the path of one file",
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a --url http://a/b -- /bin/true", 64,
      "--url and a program after -- cannot be given together"),
    .init(
      "submit -i a --on-deadline drop -- /bin/true", 64, "--on-deadline needs --deadline"),
    .init(
      "submit -i a --load-credential /etc/passwd -- /bin/true", 64,
      "--load-credential: '/etc/passwd' is not ID:PATH"),
    .init(
      "submit -i a --load-credential password: -- /bin/true", 64,
      "--load-credential: 'password:' is not ID:PATH"),
    .init(
      "submit -i a --load-credential password:/nonexistent -- /bin/true", 66,
      "the file of a credential /nonexistent cannot be read: No such file or directory",
      next: "--unchecked submits it all the same"),
    .init(
      "submit -i a --load-credential '..:/dev/null' -- /bin/true", 65,
      "--load-credential: found the name \"..\", allowed are 1 to 255 ASCII letters",
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a --set-credential-encrypted token:hunter2 -- /bin/true", 65,
      "--set-credential-encrypted token: found text that is not Base64",
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a --on-conflict ask -- /bin/true", 64, "--on-conflict: 'ask' is none of replace, keep"),
    .init(
      "submit -i a --on-deadline skip -- /bin/true", 64, "--on-deadline: 'skip' is none of wait, run, drop"),
    .init(
      "submit -i a --on-failure a -- /bin/true", 65,
      "--on-failure: found the task itself, allowed is another one",
      next: "bgtaskctl submit --help describes the options"),
    .init(
      #"submit -i a --on-failure "mail root" -- /bin/true"#, 65,
      #"--on-failure: found "mail root", allowed is a program's"#,
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a --strategy fail -- /bin/true", 65,
      "--strategy: found with kind processing, allowed only with",
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a --unit cron.timer", 65, #"--unit: found "cron.timer", allowed is the name of a unit:"#,
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a --unit cron -- /bin/true", 64, "--unit and a program after -- cannot be given together"),
    .init(
      "submit -i a --kind refresh --working-directory /tmp", 64,
      "--working-directory and --environment need a program after --"),
    .init(
      "submit -i a --working-directory /nowhere -- /bin/true", 66,
      "the working directory /nowhere: No such file or directory", next: "--unchecked submits it all the same"
    ),
    .init(
      "submit -i a --working-directory /etc/passwd -- /bin/true", 66,
      "the working directory /etc/passwd is no directory", next: "--unchecked submits it all the same"),
    .init(
      #"submit -i a --label "a label far longer than the columns that any list can have for it" -- true"#,
      65, "--label: found 65 bytes, allowed are up to 64",
      next: "bgtaskctl submit --help describes the options"),
    .init(
      "submit -i a --file x.jsonl", 64, "--file has whole requests; it goes with no other option of"),
    .init(
      "submit --file /nosuch.jsonl", 66, "/nosuch.jsonl cannot be read: No such file or directory",
      next: "name a file that exists"),
    .init(
      "submit -i a --wait=5 -- /bin/true", 64, "--wait takes no value"),
    .init(
      "submit -i a --at 03:00 -- /bin/true", 64, "unknown option --at; did you mean --earliest?"),
    .init(
      "submit -i a --every 1d -- /bin/true", 64, "unknown option --every; did you mean --repeat?"),
    .init(
      "submit -i a --env A=1 -- /bin/true", 64, "unknown option --env; did you mean --environment?"),
    .init(
      "submit --name a -- /bin/true", 64, "unknown option --name; did you mean --identifier?"),
    .init(
      #"submit -i a --calendar "0 3 * * 1" -- /bin/true"#, 64,
      "--calendar: '0 3 * * 1' is the form of cron; here it is 'Mon *-*-*"),
    .init(
      "submit -i a --requires-battery -- /bin/true", 64, "unknown option --requires-battery; did you mean"),
  ]
}
