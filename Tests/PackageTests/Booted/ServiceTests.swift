import Foundation
import TestSupport
import Testing

extension PackageSuite {
  /// One machine's life, from the installation on.
  @Suite(
    "The installed package in a systemd that boots",
    .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
  struct ServiceTests {
    private let package: BuiltPackage

    init() throws { package = try #require(PackageSuite.package) }

    @Test(
      "Socket, users, crash, hang, upgrade, reboot, removal: everything goes on, and the journal tells it")
    func life() throws {
      let system = try InstalledSystem(package)
      try users(system)
      try secret(system)
      try crash(system)
      try lease(system)
      try stop(system)
      try hang(system)
      try upgrade(system)
      try reboot(system)
      try removal(system)
    }

    /// The first submission starts the daemon. Each user's command runs as that user, and is nobody else's
    /// business.
    private func users(_ system: InstalledSystem) throws {
      #expect(try system.run("systemctl", "is-active", "bgtaskd.socket") == "active\n")
      #expect(try system.run("systemctl", "show", "-P", "ActiveState", "bgtaskd.service") == "inactive\n")
      for user in ["alice", "bob"] {
        try submit(
          system, as: user, "org.example.who",
          #"echo "$(id -un) $(id -Gn) $HOME $PWD $USER $SHELL"; sed -n s/^0:://p /proc/self/cgroup"#)
      }
      #expect(try system.run("systemctl", "is-active", "bgtaskd.service") == "active\n")
      let status = try system.run("systemctl", "status", "bgtaskd.service")
      #expect(status.contains("Loaded: loaded (/lib/systemd/system/bgtaskd.service; enabled"), "\(status)")
      for user in ["alice", "bob"] {
        let uid = try system.run("id", "-u", user).dropLast()
        try system.waitForJournal(
          "BGTASK_IDENTIFIER=org.example.who BGTASK_UID=\(uid)", "org.example.who: completed")
        let runs = try system.history("org.example.who", of: user)
        #expect(runs.count == 1)
        #expect(runs.first?["success"] as? Bool == true)
        let id = try #require(runs.first?["runId"] as? String)
        // The program's words and the daemon's reach the journal by different ways.
        #expect(
          try system.run("journalctl", "-q", "-o", "cat", "BGTASK_RUN_ID=\(id)").split(separator: "\n")
            .sorted()
            == [
              "/bgtask.slice/bgtask-\(id).service",
              "\(user) \(user) /home/\(user) /home/\(user) \(user) /bin/bash",
              "org.example.who: completed (exit status 0).", "org.example.who: starts (attempt 1).",
            ].sorted())
      }
      // An account without a home has programs as well: here those that look at its conditions.
      try system.run(
        "runuser", "-u", "nobody", "--", "env", "-C", "/", "bgtaskctl", "submit", "--kind", "refresh", "-i",
        "org.example.homeless", "--when",
        #"check "/bin/true" and exists "/etc""#, "--", "/bin/true")
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.homeless", "org.example.homeless: completed")
      // Neither has the other's run, and root sees everything.
      let hers = try #require(try system.history("org.example.who", of: "alice").first?["runId"] as? String)
      let refused = try system.run(
        as: "bob", "sh", "-c", "bgtaskctl --json logs --run \(hers) 2>&1 || true")
      #expect(refused.contains("NoSuchRun"), "\(refused)")
      let all = try system.run("bgtaskctl", "--json", "history", "--all-users", "org.example.who")
      #expect(all.matches(of: /"runId"/).count == 2, "\(all)")
    }

    /// What is in a program's environment reaches it, and nobody else.
    private func secret(_ system: InstalledSystem) throws {
      for pipe in ["pid", "go"] { try system.makePipe("/var/tmp/org.example.secret.\(pipe)") }
      try system.run(
        as: "alice", "bgtaskctl", "submit", "--kind", "refresh", "-i", "org.example.secret", "-E",
        "PASSWORD=hunter2 \"$x\"\nand more", "--", "/bin/sh", "-c",
        "echo $$ >/var/tmp/org.example.secret.pid; read line </var/tmp/org.example.secret.go; "
          + "printenv PASSWORD"
      )
      _ = try system.line(from: "/var/tmp/org.example.secret.pid")
      let seen = try system.run(
        as: "bob", "sh", "-c",
        """
        systemctl show 'bgtask-*'; systemctl cat 'bgtask-*'; cat /run/systemd/transient/bgtask-*
        cat /run/bgtaskd/environment/* 2>&1; true
        """)
      #expect(seen.contains("bgtaskd: org.example.secret"), "\(seen)")
      #expect(!seen.contains("hunter2"), "\(seen)")
      #expect(try system.run("ls", "/run/bgtaskd/environment") == "")
      try system.run("sh", "-c", "echo >/var/tmp/org.example.secret.go")
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.secret", "org.example.secret: completed")
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.secret", "hunter2 \"$x\"")
    }

    /// A daemon that is killed comes back and has the true outcome of what went on without it.
    private func crash(_ system: InstalledSystem) throws {
      try start(system, "org.example.crash", status: 3)
      try system.run("systemctl", "kill", "--signal=KILL", "bgtaskd.service")
      try system.waitForJournal("-u bgtaskd.service", "listens on", count: 2)
      try finish(system, "org.example.crash", status: 3)
    }

    /// R99: a run whose lease is over is stopped although no daemon is there, and the next one says so.
    private func lease(_ system: InstalledSystem) throws {
      for pipe in ["begun", "told"] { try system.makePipe("/var/tmp/org.example.lease.\(pipe)") }
      try system.run(
        as: "alice", "bgtaskctl", "submit", "--kind", "refresh", "-i", "org.example.lease", "--trusted-for",
        "2s", "--", "/bin/sh", "-c",
        "trap 'echo told >/var/tmp/org.example.lease.told; exit' TERM; "
          + "echo >/var/tmp/org.example.lease.begun; while :; do sleep 1000 & wait; done")
      _ = try system.line(from: "/var/tmp/org.example.lease.begun")
      // The daemon stands still for less than its watchdog allows.
      try system.run("systemctl", "kill", "--signal=STOP", "--kill-who=main", "bgtaskd.service")
      #expect(try system.line(from: "/var/tmp/org.example.lease.told") == "told")
      try system.run("systemctl", "kill", "--signal=CONT", "--kill-who=main", "bgtaskd.service")
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.lease", "has lost its lease")
      let runs = try system.history("org.example.lease", of: "alice")
      #expect(runs.compactMap { $0["outcome"] as? String } == ["leaseLost"])
    }

    /// What ends while no daemon is there is recorded as it ended.
    private func stop(_ system: InstalledSystem) throws {
      try start(system, "org.example.stop", status: 4)
      try system.run("systemctl", "stop", "bgtaskd.socket", "bgtaskd.service")
      try system.run("sh", "-c", "echo >/var/tmp/org.example.stop.go")
      try system.run("tail", "--pid=\(try pid(system, "org.example.stop"))", "-f", "/dev/null")
      try system.run("systemctl", "start", "bgtaskd.socket", "bgtaskd.service")
      try check(system, "org.example.stop", status: 4)
    }

    /// A daemon that gives no sign of life is started again by the watchdog.
    private func hang(_ system: InstalledSystem) throws {
      try system.run("mkdir", "-p", "/etc/systemd/system/bgtaskd.service.d")
      try system.run(
        "sh", "-c",
        "printf '[Service]\\nWatchdogSec=1s\\nTimeoutAbortSec=1s\\n' "
          + ">/etc/systemd/system/bgtaskd.service.d/test.conf"
      )
      try system.run("systemctl", "daemon-reload")
      try system.run("systemctl", "restart", "bgtaskd.service")
      try start(system, "org.example.hang", status: 5)
      try system.run("systemctl", "kill", "--signal=STOP", "--kill-who=main", "bgtaskd.service")
      try system.waitForJournal("-u bgtaskd.service", "Watchdog timeout")
      try system.waitForJournal("-u bgtaskd.service", "listens on", count: 5)
      try finish(system, "org.example.hang", status: 5)
    }

    /// A new version takes over what the old one has started.
    private func upgrade(_ system: InstalledSystem) throws {
      try start(system, "org.example.upgrade", status: 6)
      try system.install(try BuiltPackage(version: "99.0"))
      #expect(try system.run("dpkg-query", "-W", "-f", "${Version}", "bgtaskd") == "99.0")
      try system.waitForJournal("-u bgtaskd.service", "listens on", count: 6)
      try finish(system, "org.example.upgrade", status: 6)
    }

    /// What waited waits, what was under way is tried again, and what was missed while the machine was off is
    /// made up for once, or dropped where that was asked for.
    private func reboot(_ system: InstalledSystem) throws {
      let now = try #require(Int(try system.run("date", "+%s").dropLast()))
      for (name, options) in [
        ("later", ["--earliest=+1d"]), ("missed", ["--earliest=@\(now + 2)", "--repeat=1d"]),
        ("dropped", ["--earliest=@\(now + 2)", "--deadline=@\(now + 3)", "--on-deadline=drop"]),
      ] {
        try system.run(
          as: "alice",
          ["bgtaskctl", "submit", "--kind=refresh", "-i", "org.example.\(name)"] + options + [
            "--", "/bin/true",
          ])
      }
      try start(system, "org.example.reboot", status: 0)
      // Its dates pass while no daemon is there.
      try system.run("systemctl", "stop", "bgtaskd.socket", "bgtaskd.service")
      try system.waiting("until [ $(date +%s) -gt \(now + 3) ]; do :; done")
      try system.reboot()
      #expect(try system.run(as: "alice", "bgtaskctl", "list").contains("org.example.later"))
      // Its second attempt, at once: it was the machine that interrupted the first one.
      _ = try system.line(from: "/var/tmp/org.example.reboot.pid")
      try system.run("sh", "-c", "echo >/var/tmp/org.example.reboot.go")
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.reboot", "org.example.reboot: completed")
      #expect(try outcomes(system, "org.example.reboot") == ["completed", "interrupted"])
      try system.waitForJournal("BGTASK_IDENTIFIER=org.example.missed", "org.example.missed: completed")
      #expect(try outcomes(system, "org.example.missed") == ["completed"])
      #expect(try outcomes(system, "org.example.dropped") == ["missed"])
    }

    /// Removal keeps configuration and state, and a new installation goes on with them; purging does not.
    private func removal(_ system: InstalledSystem) throws {
      try start(system, "org.example.removed", status: 0)
      let pid = try pid(system, "org.example.removed")
      try system.run("dpkg", "--remove", "bgtaskd")
      // Nobody would see to its end any more.
      try system.waiting("tail --pid=\(pid) -f /dev/null")
      let paths = "/etc/bgtaskd/bgtaskd.conf /var/lib/bgtaskd"
      try system.run("sh", "-c", "ls \(paths) && ! ls /usr/bin/bgtaskd /run/bgtaskd 2>/dev/null")
      try system.install(package)
      let pending = try system.run(as: "alice", "bgtaskctl", "list")
      #expect(pending.contains("org.example.later") && pending.contains("org.example.missed"), "\(pending)")
      try system.run("dpkg", "--purge", "bgtaskd")
      #expect(try system.run("sh", "-c", "ls -d /etc/bgtaskd /var/lib/bgtaskd 2>/dev/null || true") == "")
      let links =
        "find /etc/systemd /var/lib/systemd/deb-systemd* -name '*bgtask*' ! -name test.conf ! -name '*.d'"
      #expect(try system.run("sh", "-c", links) == "")
    }

    private func outcomes(_ system: InstalledSystem, _ identifier: String) throws -> [String?] {
      try system.history(identifier, of: "alice").map { $0["outcome"] as? String }
    }

    private func submit(_ system: InstalledSystem, as user: String, _ identifier: String, _ script: String)
      throws
    {
      try system.run(
        as: user, "bgtaskctl", "submit", "--kind", "refresh", "--runtime-limit", "10min", "-i", identifier,
        "--",
        "/bin/sh", "-c", script)
    }

    /// Starts a command that says that it runs, and ends with a status when it is told to.
    private func start(_ system: InstalledSystem, _ identifier: String, status: Int) throws {
      try system.makePipe("/var/tmp/\(identifier).pid")
      try system.makePipe("/var/tmp/\(identifier).go")
      try submit(
        system, as: "alice", identifier,
        "echo $$ >/var/tmp/\(identifier).pid; read line </var/tmp/\(identifier).go; exit \(status)")
      let pid = try system.line(from: "/var/tmp/\(identifier).pid")
      try system.run("sh", "-c", "echo \(pid) >/var/tmp/\(identifier).known")
    }

    private func pid(_ system: InstalledSystem, _ identifier: String) throws -> String {
      try system.run("cat", "/var/tmp/\(identifier).known").trimmingCharacters(in: .newlines)
    }

    private func finish(_ system: InstalledSystem, _ identifier: String, status: Int) throws {
      try system.run("sh", "-c", "echo >/var/tmp/\(identifier).go")
      try check(system, identifier, status: status)
    }

    /// One run, with the status that its program had, and no unit left.
    private func check(_ system: InstalledSystem, _ identifier: String, status: Int) throws {
      try system.waitForJournal("BGTASK_IDENTIFIER=\(identifier)", "\(identifier): completed")
      let runs = try system.history(identifier, of: "alice")
      #expect(runs.count == 1, "\(runs)")
      #expect(runs.first?["exitStatus"] as? Int == status)
      #expect(runs.first?["outcome"] as? String == "completed")
    }
  }
}
