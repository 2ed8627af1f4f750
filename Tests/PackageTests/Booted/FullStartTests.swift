import Foundation
import TestSupport
import Testing

extension PackageSuite {
  /// Two users have as much waiting as the daemon takes of them, all of it is due, and each start is killed.
  @Suite(
    "Starts of a daemon that is full",
    .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
  struct FullStartTests {
    /// What the unit would be allowed. Where tests run the kernel may have no memory controller, so the
    /// daemon's own bound, which is half of that, is configured, and its memory is measured.
    private static let memoryMax = 96 << 20

    private let package: BuiltPackage

    init() throws { package = try #require(PackageSuite.package) }

    @Test("Each start is ready, serves others, and fits into its memory; what does not fit is held back")
    func starts() throws {
      let system = try InstalledSystem(package)
      try system.run("useradd", "--create-home", "carol")
      try configure(system, memory: Self.memoryMax / 2)
      let due = try #require(Int(try system.run("date", "+%s").dropLast())) + 8
      let names = try fill(system, as: "alice", 2000, "62 names", due)
      #expect(1000..<2000 ~= names)
      let dates = try fill(system, as: "bob", 5500, "sixteen dates", due) - names
      #expect(4000..<5500 ~= dates)
      try system.waiting("until [ $(date +%s) -gt \(due) ]; do :; done")
      for start in 1...3 {
        try serve(system, "org.example.due\(start)")
        try kill(system, start)
      }
      try serve(system, "org.example.due")
      #expect(try system.run(as: "alice", "bgtaskctl", "status").contains("Held back") == false)

      // Of two users with as much as may wait in all one is held back when it is a third less.
      try configure(system, memory: Self.memoryMax / 3)
      try kill(system, 4)
      try serve(system, "org.example.last")
      let status = try system.run("bgtaskctl", "status")
      #expect(status.contains("Held back") && status.contains("MaxTaskMemory="), "\(status)")
      #expect(
        try system.run(
          "sh", "-c", "journalctl -q -u bgtaskd.service | grep -ci -e oom -e 'out of memory' || true")
          == "0\n")
    }

    /// Half of all is each of two users'.
    private func configure(_ system: InstalledSystem, memory: Int) throws {
      try system.run("mkdir", "-p", "/etc/bgtaskd/bgtaskd.conf.d", "/etc/systemd/system/bgtaskd.service.d")
      try """
      [Scheduler]
      MaxTaskMemory=\(memory)
      MaxTaskMemoryPerUser=\(memory / 2)
      [Conditions]
      UnknownConditions=wait
      """.write(
        toFile: system.path("/etc/bgtaskd/bgtaskd.conf.d/test.conf"), atomically: true, encoding: .utf8)
      try "[Service]\nMemoryMax=\(Self.memoryMax)\n".write(
        toFile: system.path("/etc/systemd/system/bgtaskd.service.d/test.conf"), atomically: true,
        encoding: .utf8)
      try system.run("systemctl", "daemon-reload")
    }

    /// As many of these tasks as are accepted, which is not all.
    /// - Returns: How many tasks there are of all users then.
    private func fill(
      _ system: InstalledSystem, as user: String, _ most: Int, _ wish: String, _ due: Int
    ) throws -> Int {
      try Repository.text("Tests/DaemonTests/Scripts/crowd.py").write(
        toFile: system.path("/var/tmp/crowd.py"), atomically: true, encoding: .utf8)
      let pending = try system.run(
        as: user, "/usr/bin/python3", "/var/tmp/crowd.py", "/run/bgtaskd/bgtaskd.socket", wish, "\(most)",
        "250", "\(due)000000")
      return try #require(Int(pending.dropLast()))
    }

    /// Somebody else's call is answered, and a task is run at its date.
    private func serve(_ system: InstalledSystem, _ identifier: String) throws {
      _ = try system.run(as: "carol", "bgtaskctl", "status")
      try system.run(
        as: "carol", "bgtaskctl", "submit", "--kind=refresh", "--earliest=+1s", "-i", identifier, "--",
        "/bin/true")
      try system.waitForJournal("BGTASK_IDENTIFIER=\(identifier)", "\(identifier): completed")
      let pid = try system.run("systemctl", "show", "-P", "MainPID", "bgtaskd.service").dropLast()
      let peak = try system.run("sed", "-n", #"s/VmHWM:\s*\([0-9]*\) kB/\1/p"#, "/proc/\(pid)/status")
      print("full start: \(identifier): VmHWM \(peak.dropLast()) kB")
      #expect(Int(peak.dropLast()).map { $0 << 10 < Self.memoryMax } == true, "\(peak)")
    }

    /// It is killed, and ready again.
    private func kill(_ system: InstalledSystem, _ count: Int) throws {
      try system.run("systemctl", "kill", "--signal=KILL", "bgtaskd.service")
      try system.waitForJournal("-u bgtaskd.service", "listens on", count: count + 1)
      try system.waiting("until systemctl is-active --quiet bgtaskd.service; do :; done")
      #expect(try system.run("systemctl", "show", "-P", "NRestarts", "bgtaskd.service") == "\(count)\n")
    }
  }
}
