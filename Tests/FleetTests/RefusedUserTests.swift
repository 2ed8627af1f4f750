import Foundation
import TestSupport
import Testing

@Suite("Local users for whom bgtaskd takes no task of the fleet", .serialized)
struct RefusedUserTests {
  /// A fleet of one machine, and a pipe into which every user may write.
  private func withMachine(
    _ allows: String, asNobody serverLines: String? = nil,
    _ body: (FleetBench, FleetMachine, NamedPipe) throws -> Void
  ) throws {
    if let obstacle = PostgresServer.obstacle { return leaveOut(obstacle) }
    if serverLines != nil, geteuid() != 0 { return leaveOut("only root runs programs as others") }
    let bench = try FleetBench()
    try bench.server.sql("UPDATE bgtask_fleet.settings SET lease = '12 s', ask_after = '3 s'")
    let machine = try bench.join(allows: allows, asNobody: serverLines)
    let folder = try TemporaryFolder(permissions: 0o755)
    try body(bench, machine, try NamedPipe(folder, "out", permissions: 0o666))
  }

  private func line(_ pipe: NamedPipe) throws -> String {
    try pipe.read().trimmingCharacters(in: .newlines)
  }

  @Test("A user who does not exist is told once, and holds back nobody else's work; the corrected file does")
  func missing() throws {
    try withMachine("ops:\(FleetBench.ownName) boss:nosuchuser") { bench, machine, out in
      try bench.submit("org.example.fine", "echo fine >\(out.path)")
      #expect(try line(out) == "fine")
      #expect(machine.log.wait(for: "there is no user nosuchuser on this machine"), "\(machine.log.text)")
      try bench.submit("org.example.lost", as: "boss", "echo boss >\(out.path)")
      #expect(machine.log.wait(for: "The daemon refuses the task org.example.lost of boss: there is no user"))
      #expect(!machine.log.text.contains("does not answer"))
      let settings = "AllowTasksOf=\nAllowTasksOf=ops:\(FleetBench.ownName) boss:\(FleetBench.ownName)\n"
      try machine.reload(settings)
      try bench.wait("SELECT count(*) FROM bgtask_fleet.history WHERE success", "2")
      #expect(try line(out) == "boss")
      #expect(machine.log.text.components(separatedBy: "are given back").count == 2, "\(machine.log.text)")
    }
  }

  @Test("Work of others lasts while one user is refused, and is allowed, by AllowSubmitFor=")
  func forbidden() throws {
    try withMachine("ops:root boss:bin", asNobody: "AllowSubmitFor=nobody:root") { bench, machine, out in
      let gate = try NamedPipe(TemporaryFolder(permissions: 0o755), "gate", permissions: 0o666)
      try bench.submit("org.example.long", "echo $BGTASK_FENCE >\(out.path); read -r x <\(gate.path)")
      #expect(try line(out) == "1")
      try bench.submit("org.example.refused", as: "boss", "echo boss >\(out.path)")
      let sentence =
        "bgtaskd does not allow nobody to submit for user bin: add AllowSubmitFor=nobody:bin to [Server] of "
        + "bgtaskd.conf and reload bgtaskd"
      #expect(machine.log.wait(for: "refused of boss: " + sentence), "\(machine.log.text)")
      try machine.reloadDaemon("AllowSubmitFor=nobody:root nobody:bin")
      #expect(machine.log.wait(for: "takes tasks for user bin"), "\(machine.log.text)")
      gate.write()
      try bench.wait("SELECT epoch FROM bgtask_fleet.history WHERE success", "1")
      #expect(!machine.log.text.contains("does not answer"), "\(machine.log.text)")
    }
  }

  @Test("A run of a user who is refused meanwhile counts as lasting until its lease is over")
  func withdrawn() throws {
    try withMachine("ops:nobody boss:root", asNobody: "AllowSubmitFor=nobody:root") {
      bench, machine, out in
      try bench.submit("org.example.long", as: "boss", "echo $$ >\(out.path); exec sleep 1000")
      let pid = try #require(Int32(try line(out)))
      try machine.reloadDaemon("AllowSubmitFor=nobody:bin")
      #expect(machine.log.wait(for: "does not allow nobody to submit for user root"), "\(machine.log.text)")
      #expect(kill(pid, 0) == 0)
      #expect(try bench.server.sql("SELECT epoch FROM bgtask_fleet.occurrence") == "1\n")
      try bench.wait("SELECT min(epoch) > 1 OR count(*) = 0 FROM bgtask_fleet.occurrence", "t")
      #expect(kill(pid, 0) != 0)
    }
  }
}
