import Foundation
import TestSupport
import Testing

extension PackageSuite {
  /// What administrators and users do with the installed package, as its documents say.
  @Suite(
    "What people set up with the package, in a systemd that boots",
    .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
  struct RecipeTests {
    private static let examples = "/usr/share/bgtaskd/examples/systemd"
    private let package: BuiltPackage

    init() throws { package = try #require(PackageSuite.package) }

    @Test(
      "A service that waits, a calendar timer that submits, a reload with an error, a user's own instance")
    func recipes() throws {
      let system = try InstalledSystem(package)
      try write(system, "/etc/bgtaskd/bgtaskd.conf.d/simulation.conf", "[Conditions]\nAllowSimulation=yes\n")
      try system.run("systemctl", "start", "bgtaskd.service")
      try waitingService(system)
      try submittingTimer(system)
      try declared(system)
      try existingUnit(system)
      try foreignUnit(system)
      try frozen(system)
      try own(system)
      try questions(system)
      try changes(system)
      try actions(system)
      try shippedDropIns(system)
      try waitingUnits(system)
    }

    /// What has to be asked is asked as whoever wants to know, and a daemon that goes asks no more.
    private func questions(_ system: InstalledSystem) throws {
      try system.run("install", "-d", "-o", "bob", "-m", "700", "/home/bob/private")
      try system.run("install", "-o", "bob", "/dev/null", "/home/bob/private/here")
      try system.makePipe("/run/asked")
      for user in ["alice", "bob"] {
        try system.run(
          as: user, "bgtaskctl", "submit", "-i", "org.example.asks", "--kind", "continued", "--when",
          "exists /home/bob/private/here", "--", "/bin/sh", "-c", "id -un >/run/asked")
      }
      #expect(try system.line(from: "/run/asked") == "bob")
      try system.waiting(
        "until runuser -u alice -- bgtaskctl explain org.example.asks"
          + " | grep -F 'could not be checked: Permission denied'; do sleep 0.1; done")
      try system.run(as: "alice", "bgtaskctl", "cancel", "org.example.asks")

      let program = "/usr/local/bin/ask"
      try write(system, program, "#!/bin/sh\necho $$ >/run/asked\nexec sleep 1234\n")
      try system.run("chmod", "755", program)
      try system.run(
        as: "alice", "bgtaskctl", "submit", "-i", "org.example.slow", "--kind", "continued", "--when",
        "check \"\(program)\"", "--", "/bin/true")
      let first = try system.line(from: "/run/asked")
      #expect(try system.run("ps", "-o", "user=", "-p", first) == "alice\n")
      try system.run("systemctl", "restart", "bgtaskd.service")
      // It is asked again, and the one that nobody listens to any more is gone.
      let second = try system.line(from: "/run/asked")
      #expect(second != first)
      try system.waiting("tail --pid=\(first) -f /dev/null")
      try system.run(as: "alice", "bgtaskctl", "cancel", "org.example.slow")
    }

    /// What a user waits for is looked at with that user's rights.
    private func changes(_ system: InstalledSystem) throws {
      try system.makePipe("/run/changed")
      for user in ["alice", "bob"] {
        try system.run(
          as: user, "bgtaskctl", "submit", "-i", "org.example.changed", "--requires-idle=no",
          "--on-path-changed", "/home/bob/private", "--quiet", "0", "--", "/bin/sh", "-c",
          "id -un >/run/changed")
      }
      try system.run("install", "-o", "bob", "/dev/null", "/home/bob/private/new")
      #expect(try system.line(from: "/run/changed") == "bob")
      try system.waiting(
        "until runuser -u alice -- bgtaskctl explain org.example.changed"
          + " | grep -F 'Permission denied: /home/bob/private'; do sleep 0.1; done")
      for user in ["alice", "bob"] { try system.run(as: user, "bgtaskctl", "cancel", "org.example.changed") }
    }

    /// An action runs as the task's user, and is told what the run's unit wrote.
    private func actions(_ system: InstalledSystem) throws {
      try system.makePipe("/run/told")
      for user in ["alice", "root"] {
        try system.run(
          as: user, "bgtaskctl", "submit", "-i", "org.example.fails", "--kind", "continued", "--on-failure",
          "/bin/sh -c 'echo $(id -un) $(grep -cx packing) >/run/told'", "--", "/bin/sh", "-c",
          "echo packing; exit 3")
        #expect(try system.line(from: "/run/told") == "\(user) 1")
      }
    }

    /// The drop-ins that come with the package, with those of the distribution's services that are here.
    private func shippedDropIns(_ system: InstalledSystem) throws {
      try system.run(
        "bgtaskctl", "simulate", "powerSource=battery", "batteryPercent=10", "idle=no", "network=none",
        "ioPressure=yes")
      let waiting = try system.run(
        "sh", "-c",
        """
        for file in /usr/share/bgtaskd/waiting/*.conf; do
          name=$(basename $file .conf).service
          test -e /lib/systemd/system/$name || continue
          mkdir -p /etc/systemd/system/$name.d
          ln -s $file /etc/systemd/system/$name.d/
          echo $name
        done
        systemctl daemon-reload
        """
      ).split(separator: "\n").map(String.init)
      // These are parts of packages without which there is no system, or which the tests need.
      let certain = ["apt-daily", "apt-daily-upgrade", "dpkg-db-backup", "e2scrub_all", "fstrim", "man-db"]
      #expect(Set(waiting).isSuperset(of: certain.map { "\($0).service" }))
      // In a container what a service asks of the machine itself may keep it from starting, or waiting.
      let starting = waiting.filter { !["e2scrub_all.service", "fstrim.service"].contains($0) }
      for name in starting {
        try system.run("systemctl", "start", "--no-block", name)
        try system.waitForJournal("-u \(name)", "bgtaskctl: waiting for")
      }
      let list = try system.run("bgtaskctl", "list", "--waiting")
      for name in starting { #expect(list.contains(name)) }
      for name in starting where name.hasPrefix("apt-") { try system.run("systemctl", "stop", name) }
      try system.run("bgtaskctl", "simulate", "--clear")
      try system.run(
        "bgtaskctl", "simulate", "powerSource=external", "idle=yes", "network=unmetered", "ioPressure=no")
      for name in ["dpkg-db-backup.service", "man-db.service"] {
        try system.waitForJournal("-u \(name)", "Finished \(name)")
      }
    }

    /// A section in a drop-in of a service, or of its timer (bgtask-unit(5)).
    private func waitingUnits(_ system: InstalledSystem) throws {
      func unit(_ name: String, _ section: String, command: String) throws {
        try write(
          system, "/etc/systemd/system/\(name).service",
          "[Service]\nType=oneshot\nTimeoutStartSec=5s\nExecStart=\(command)\n[X-Bgtask]\n\(section)")
      }
      func state(_ name: String, _ property: String = "ActiveState") throws -> String {
        try system.run("systemctl", "show", "-P", property, "\(name).service")
          .trimmingCharacters(in: .newlines)
      }
      try unit(
        "kept", "While=external-power\nTimeout=1h\n",
        command: "/bin/sh -c 'touch /var/tmp/kept; exec sleep 600'")
      try unit("stopped", "When=external-power\n", command: "/bin/touch /var/tmp/stopped")
      try unit(
        "skipped", "When=external-power\nTimeout=1s\nOnTimeout=skip\n", command: "/bin/touch /var/tmp/skipped"
      )
      try unit("wrong", "When=external-pwer\n", command: "/bin/touch /var/tmp/wrong")
      try write(
        system, "/etc/systemd/system/timed.service",
        "[Service]\nType=oneshot\nExecStart=/bin/touch /var/tmp/timed\n")
      try write(
        system, "/etc/systemd/system/timed.timer",
        "[Timer]\nOnCalendar=*-*-* 00:00:00\n[X-Bgtask]\nWhen=external-power\n")
      try system.run("bgtaskctl", "simulate", "powerSource=battery")
      try system.run("systemctl", "daemon-reload")
      try system.waitForJournal(
        "-t bgtaskd-generator", "/etc/systemd/system/wrong.service:6: When=: column 1")
      // What cannot be read keeps nothing from starting.
      try system.waiting("systemctl start wrong.service && test -e /var/tmp/wrong")

      for name in ["kept", "stopped", "timed"] {
        try system.run("systemctl", "start", "--no-block", "\(name).service")
        try system.waitForJournal("-u \(name).service", "waiting for external-power")
        #expect(try state(name) == "activating")
      }
      let list = try system.run("bgtaskctl", "list")
      for name in ["kept", "stopped", "timed"] {
        let row = list.split(separator: "\n").first { $0.contains("\(name).service") }
        #expect(row?.hasSuffix("external-power") == true, "\(list)")
      }
      #expect(try system.run("sh", "-c", "systemctl status kept.service || true").contains("wait-for --when"))
      try system.run("systemctl", "stop", "stopped.service")
      let stopped = [try state("stopped"), try state("stopped", "Result")]
      #expect(stopped[0] == "inactive", "\(stopped)")
      try system.waiting("systemctl start skipped.service")
      try system.waitForJournal("-u skipped.service", "Skipped due to")
      #expect(try state("skipped") == "inactive")

      try system.run("bgtaskctl", "simulate", "powerSource=external")
      try system.waiting("until test -e /var/tmp/kept -a -e /var/tmp/timed; do sleep 0.1; done")
      try system.waiting(
        "until [ \"$(systemctl show -P SubState kept.service)\" = start ]; do sleep 0.1; done")
      try system.run("bgtaskctl", "simulate", "powerSource=battery")
      try system.waiting(
        "until systemctl show -P ActiveState kept.service | grep -q 'failed\\|inactive'; do sleep 0.1; done"
      )
      #expect(try system.run("sh", "-c", "ls /var/tmp/stopped /var/tmp/skipped 2>/dev/null || true") == "")

      // A daemon that is masked is not asked.
      try system.run("systemctl", "mask", "--now", "bgtaskd.service", "bgtaskd.socket")
      try system.run("systemctl", "daemon-reload")
      try system.waiting("systemctl start stopped.service && test -e /var/tmp/stopped")
      #expect(try system.run("sh", "-c", "systemctl cat stopped.service").contains("ExecCondition") == false)
      try system.run("systemctl", "unmask", "bgtaskd.service", "bgtaskd.socket")
    }

    /// The drop-in, with another program and for another service than fstrim's, which no container runs.
    private func waitingService(_ system: InstalledSystem) throws {
      try write(
        system, "/etc/systemd/system/trim.service",
        "[Service]\nType=oneshot\nTimeoutStartSec=5s\nExecStart=/bin/false\n")
      try system.run(
        "sh", "-c",
        """
        mkdir /etc/systemd/system/trim.service.d
        sed 's|-- /sbin/fstrim.*|-- /usr/bin/touch /var/tmp/trimmed|' \(Self.examples)/wait-for.conf \
          >/etc/systemd/system/trim.service.d/wait-for.conf
        systemctl daemon-reload
        """)
      try system.run("bgtaskctl", "simulate", "powerSource=battery", "idle=no")
      try system.run("systemctl", "start", "--no-block", "trim.service")
      try system.waitForJournal("-u trim.service", "Starting")
      #expect(try system.run("systemctl", "show", "-P", "ActiveState", "trim.service") == "activating\n")
      #expect(try system.run("sh", "-c", "ls /var/tmp/trimmed 2>/dev/null || true") == "")
      try system.run("bgtaskctl", "simulate", "powerSource=external", "idle=yes")
      // It joins the start that is under way, and ends with it.
      try system.waiting("systemctl start trim.service && test -e /var/tmp/trimmed")
    }

    private func submittingTimer(_ system: InstalledSystem) throws {
      try system.run("bgtaskctl", "simulate", "powerSource=battery")
      try system.run(
        "sh", "-c",
        """
        cd \(Self.examples)
        install -m 644 submit.timer /etc/systemd/system/org.example.reindex.timer
        install -m 644 submit.service /etc/systemd/system/org.example.reindex.service
        mkdir /etc/systemd/system/org.example.reindex.timer.d
        printf '[Timer]\\nOnCalendar=\\nOnCalendar=*:*:*\\nAccuracySec=1us\\n' \
          >/etc/systemd/system/org.example.reindex.timer.d/soon.conf
        systemctl daemon-reload
        systemctl enable --now org.example.reindex.timer
        """)
      // A second time as well, which keeps what waits.
      try system.waitForJournal("UNIT=org.example.reindex.service", "Finished", count: 2)
      try system.run("systemctl", "disable", "--now", "org.example.reindex.timer")
      let story = try system.run("journalctl", "-q", "-o", "cat", "BGTASK_IDENTIFIER=org.example.reindex")
      #expect(story.hasPrefix("org.example.reindex: submitted; waits: "), "\(story)")
      #expect(story.split(separator: "\n").count == 1, "\(story)")
      #expect(try system.run("bgtaskctl", "list").contains("org.example.reindex"))
      try system.run("bgtaskctl", "cancel", "org.example.reindex")
    }

    /// A reload takes what is right and keeps what was there where something is wrong.
    private func declared(_ system: InstalledSystem) throws {
      let file = "/etc/bgtaskd/tasks.d/org.example.declared.task"
      try write(system, file, "[Task]\nKind=refresh\nEvery=1d\nCommand=/bin/echo declared work\n")
      try system.run("bgtaskctl", "check", file)
      try system.run("systemctl", "reload", "bgtaskd.service")
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.declared", "completed")
      try write(system, file, "[Task]\nKind=refresh\nEvery=1parsec\nCommand=/bin/echo declared work\n")
      let check = try system.run("sh", "-c", "bgtaskctl check \(file) 2>&1 || true")
      #expect(check.hasPrefix("\(file):3: Every=: '1parsec' is not a length of time"), "\(check)")
      let reload = try system.run("sh", "-c", "systemctl reload bgtaskd.service 2>&1; echo $?")
      #expect(reload.hasPrefix("Job for bgtaskd.service failed.") && reload.hasSuffix("\n1\n"), "\(reload)")
      try system.waitForJournal(
        "-u bgtaskd.service", "the earlier contents of files with errors stay in force")
      let status = try system.run("systemctl", "status", "bgtaskd.service")
      #expect(status.contains("\(file):3: Every=: '1parsec'"), "\(status)")
      #expect(try system.run("bgtaskctl", "list").contains("org.example.declared"))
      try system.run("rm", file)
      try system.run("systemctl", "reload", "bgtaskd.service")
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.declared", "does not declare it any more")
      try system.waiting("while systemctl show -P StatusText bgtaskd.service | grep -q 1parsec; do :; done")
    }

    /// A unit that is there already is the work of a task, and its end is the run's.
    private func existingUnit(_ system: InstalledSystem) throws {
      try write(
        system, "/etc/systemd/system/mine.service",
        "[Service]\nType=oneshot\nExecStart=/bin/sh -c 'echo in my own unit; exit 7'\n")
      try write(
        system, "/etc/bgtaskd/tasks.d/org.example.unit.task", "[Task]\nKind=refresh\nUnit=mine.service\n")
      try system.run("systemctl", "daemon-reload")
      try system.run("systemctl", "reload", "bgtaskd.service")
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.unit", "ended with exit status 7")
      try system.waitForJournal("-u mine.service", "in my own unit")
      #expect(try system.run("systemctl", "show", "-P", "Result", "mine.service") == "exit-code\n")
    }

    /// A unit of the system is not started for everybody, and what somebody has started is left alone.
    private func foreignUnit(_ system: InstalledSystem) throws {
      try write(system, "/etc/systemd/system/theirs.service", "[Service]\nExecStart=/bin/sleep 1000\n")
      try write(
        system, "/etc/bgtaskd/applications.d/theirs.conf",
        "[Application]\nPermittedIdentifiers=org.example.theirs\nUnit=theirs.service\n")
      try write(
        system, "/etc/bgtaskd/tasks.d/org.example.shared.task", "[Task]\nKind=refresh\nUnit=theirs.service\n")
      try system.run("systemctl", "daemon-reload")
      try system.run("systemctl", "start", "theirs.service")
      let pid = try system.run("systemctl", "show", "-P", "MainPID", "theirs.service")
      try system.run("systemctl", "reload", "bgtaskd.service")
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.shared", "theirs.service is active already")
      let refused = try system.run(
        as: "alice", "sh", "-c", "bgtaskctl submit --kind=refresh -i org.example.theirs 2>&1 || true")
      #expect(refused.contains("units of the system are started for root only"), "\(refused)")
      #expect(try system.run("systemctl", "show", "-P", "MainPID", "theirs.service") == pid)
      try system.run(
        "rm", "/etc/bgtaskd/applications.d/theirs.conf", "/etc/bgtaskd/tasks.d/org.example.shared.task")
      try system.run("systemctl", "reload", "bgtaskd.service")
      try system.run("systemctl", "stop", "theirs.service")
    }

    /// It stands still while the power is away, and its story says so.
    private func frozen(_ system: InstalledSystem) throws {
      try system.run("bgtaskctl", "simulate", "powerSource=external")
      try system.run("mkfifo", "/var/tmp/frozen.go")
      try system.run(
        "bgtaskctl", "submit", "-i", "org.example.frozen", "--kind=processing", "--no-requires-idle",
        "--requires-external-power", "--freeze=1h", "--", "/bin/sh", "-c",
        "read line </var/tmp/frozen.go; echo $line")
      let story = "BGTASK_IDENTIFIER=org.example.frozen"
      try system.waitForJournal(story, "starts")
      try system.run("bgtaskctl", "simulate", "powerSource=battery")
      try system.waitForJournal(story, "is frozen for at most 1h: it needs external power")
      let units = "$(systemctl list-units --plain --no-legend 'bgtask-*' | cut -d' ' -f1)"
      try system.waiting("until [ \"$(systemctl show -P FreezerState \(units))\" = frozen ]; do :; done")
      #expect(
        try system.run("bgtaskctl", "explain", "org.example.frozen").contains("it needs external power"))
      try system.run("bgtaskctl", "simulate", "powerSource=external")
      try system.waitForJournal(story, "goes on")
      try system.run("sh", "-c", "echo thawed >/var/tmp/frozen.go")
      try system.waitForJournal(story, "completed")
      try system.waitForJournal(story, "thawed")
      // Lines that others write with its fields are none of its story, whether they write them in a terminal
      // or in a run of their own.
      let run = try #require(
        try system.run("bgtaskctl", "--json", "history", "org.example.frozen")
          .firstMatch(of: /"runId": ?"([0-9a-f]+)"/)?.1)
      let forgery = Self.forgery(of: "org.example.frozen", run: String(run))
      try system.run(as: "bob", "sh", "-c", forgery("in a terminal"))
      try system.run(
        as: "bob", "bgtaskctl", "--system", "submit", "-i", "org.example.forgery", "--kind=refresh", "--",
        "/bin/sh",
        "-c", forgery("in a run"))
      for place in ["in a terminal", "in a run"] { try system.waitForJournal(story, "forged \(place)") }
      for words in [["org.example.frozen"], ["--run", String(run)]] {
        let logs = try system.run(["bgtaskctl", "logs"] + words)
        #expect(logs.contains(": thawed") && logs.contains("goes on"), "\(logs)")
        #expect(!logs.contains("forged"), "\(logs)")
      }
      // Nor is what has become another user in a run of one's own lost.
      try system.run(
        "bgtaskctl", "submit", "-i", "org.example.other", "--kind=refresh", "--", "/bin/sh", "-c",
        "runuser -u bob -- sh -c 'echo I am $(id -un)' | cat")
      try system.run(
        "bgtaskctl", "submit", "-i", "org.example.another", "--kind=refresh", "--", "/sbin/runuser", "-u",
        "bob",
        "--", "/bin/sh", "-c", "echo I am $(id -un)")
      for name in ["org.example.other", "org.example.another"] {
        try system.waitForJournal("BGTASK_IDENTIFIER=\(name)", "completed")
        try system.waitForJournal("BGTASK_IDENTIFIER=\(name)", "I am bob")
        #expect(try system.run("bgtaskctl", "logs", name).contains(": I am bob"))
      }
    }

    /// A command that writes a line with the fields of somebody else's task.
    private static func forgery(of identifier: String, run: String) -> (String) -> String {
      { place in
        "printf '%s\\n' 'MESSAGE=forged \(place)' BGTASK_IDENTIFIER=\(identifier) BGTASK_RUN_ID=\(run) "
          + "SYSLOG_IDENTIFIER=\(identifier) BGTASK_UID=0 | logger --journald"
      }
    }

    /// The user's manager runs what the user's daemon is given, and logs finds what it wrote.
    private func own(_ system: InstalledSystem) throws {
      try system.run("loginctl", "enable-linger", "alice")
      let uid = try system.run("id", "-u", "alice").dropLast()
      let asHerself = ["env", "XDG_RUNTIME_DIR=/run/user/\(uid)"]
      try system.waiting(
        "until runuser -u alice -- \(asHerself.joined(separator: " ")) systemctl --user is-active -q "
          + "bgtaskd.socket; do :; done")
      // journald looks up the unit of what has written a line. A program that has ended by then has none any
      // more.
      let gate = "/run/own-gate"
      try system.makePipe(gate)
      try system.run(
        as: "alice",
        asHerself + [
          "bgtaskctl", "--user", "submit", "-i", "org.example.own", "--kind=refresh", "--", "/bin/sh", "-c",
          "echo $(id -un) $(sed -n s/^0:://p /proc/self/cgroup); read line <\(gate)",
        ])
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.own", "starts (attempt 1)")
      let history = try system.run(
        as: "alice", asHerself + ["bgtaskctl", "--user", "--json", "history", "org.example.own"])
      let id = try #require(history.firstMatch(of: /"runId": ?"([0-9a-f]+)"/)?.1)
      let place = "/user@\(uid).service/bgtask.slice/bgtask-\(id).service"
      try system.waitForJournal(
        "_SYSTEMD_USER_UNIT=bgtask-\(id).service SYSLOG_IDENTIFIER=org.example.own", place)
      try system.run("sh", "-c", "echo >\(gate)")
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.own", "completed (exit status 0)")
      try system.run(as: "bob", "sh", "-c", Self.forgery(of: "org.example.own", run: String(id))("for alice"))
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.own", "forged for alice")
      for words in [["org.example.own"], ["--run", String(id)]] {
        // Asked by her, and by root, who may read what bob wrote.
        let byRoot = try system.run(
          ["bgtaskctl", "--socket", "/run/user/\(uid)/bgtaskd/bgtaskd.socket", "logs"] + words)
        #expect(byRoot.contains(place) && !byRoot.contains("forged"), "\(byRoot)")
        let logs = try system.run(as: "alice", asHerself + ["bgtaskctl", "--user", "logs"] + words)
        #expect(logs.contains(": alice /user.slice") && logs.contains(place), "\(logs)")
        #expect(logs.contains("completed (exit status 0)"), "\(logs)")
      }
    }

    private func write(_ system: InstalledSystem, _ path: String, _ text: String) throws {
      try text.write(toFile: system.path(path), atomically: false, encoding: .utf8)
    }
  }
}
