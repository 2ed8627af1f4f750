import Foundation
import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("What leaves its process group is the run's all the same")
struct EscapeTests {
  /// Ways to leave the group, with `$0` as a pipe that gets the number of the process that has left it.
  private static let ways = [
    "setsid sh -c 'echo $$ >$0; exec sleep 600' PIPE &",
    "(setsid sh -c 'echo $$ >$0; exec sleep 600' PIPE &)",
    "setsid setsid --fork sh -c 'echo $$ >$0; exec sleep 600' PIPE",
    "env -i PATH=/usr/bin:/bin setsid sh -c 'echo $$ >$0; exec sleep 600' PIPE &",
    "env -i PATH=/usr/bin:/bin setsid --fork sh -c 'echo $$ >$0; exec sleep 600' PIPE",
  ]

  private func pid(_ pipe: NamedPipe) throws -> Int32 { try #require(Int32(try pipe.read())) }

  @Test("When its program ends, it ends", arguments: ways)
  func end(way: String) throws {
    let daemon = try DaemonProcess.calm()
    let (pipe, gate) = (try NamedPipe(daemon.folder, "pipe"), try NamedPipe(daemon.folder, "gate"))
    let script = way.replacing("PIPE", with: pipe.path) + "\nread x <\(gate.path); exit 3"
    try daemon.client().submit(.shell("a", script))
    let pid = try pid(pipe)
    #expect(ProcessTable.isAlive(pid))
    gate.write()
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.exitStatus == 3)
    #expect(!ProcessTable.isAlive(pid))
  }

  @Test("When the run is killed, it is killed", arguments: ways)
  func kill(way: String) throws {
    let daemon = try DaemonProcess.calm("ExpirationGraceSec=100ms\n")
    let pipe = try NamedPipe(daemon.folder, "pipe")
    let script = "trap '' TERM\n" + way.replacing("PIPE", with: pipe.path) + "\nwhile :; do sleep 600; done"
    let client = try daemon.client()
    try client.submit(.shell("a", script))
    let pid = try pid(pipe)
    try client.simulateExpiration("a")
    #expect(try daemon.waitForEnd(of: "a")?.outcome == .killed)
    #expect(!ProcessTable.isAlive(pid))
  }

  @Test("When the run is told to stop, it is told once, and has the grace")
  func told() throws {
    let daemon = try DaemonProcess.calm("ExpirationGraceSec=1min\n")
    let (pipe, heard) = (try NamedPipe(daemon.folder, "pipe"), try NamedPipe(daemon.folder, "heard"))
    let gate = try NamedPipe(daemon.folder, "gate")
    let outside =
      "trap 'echo told >\(heard.path)' TERM; echo $$ >\(pipe.path); "
      + "until read x <\(gate.path); do :; done; echo gone >\(heard.path)"
    let client = try daemon.client()
    let script = "setsid --fork sh -c \"\(outside)\"; exec sleep 600"
    // For the inner shell.
    try client.submit(.shell("a", script.replacing("$$", with: "\\$\\$")))
    let pid = try pid(pipe)
    try client.simulateExpiration("a")
    #expect(try heard.read() == "told")
    #expect(ProcessTable.isAlive(pid))
    gate.write()
    #expect(try heard.read() == "gone")
    #expect(try daemon.waitForEnd(of: "a")?.outcome == .expired)
  }

  @Test("Not when another run ends")
  func others() throws {
    let daemon = try DaemonProcess.calm()
    let (pipe, gate) = (try NamedPipe(daemon.folder, "pipe"), try NamedPipe(daemon.folder, "gate"))
    let client = try daemon.client()
    let script = "setsid --fork sh -c 'echo $$ >$0; exec sleep 600' \(pipe.path); read x <\(gate.path)"
    try client.submit(.shell("a", script))
    let pid = try pid(pipe)
    try client.submit(.shell("b", "setsid --fork true; exit 0"))
    #expect(try daemon.waitForEnd(of: "b")?.success == true)
    #expect(ProcessTable.isAlive(pid))
    gate.write()
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
    #expect(!ProcessTable.isAlive(pid))
  }

  @Test("Not what was there before the daemon was")
  func strangers() throws {
    let folder = try TemporaryFolder()
    let pipe = try NamedPipe(folder, "pipe")
    let script = "sleep 600 & echo $! >\(pipe.path); exec \"$0\" \"$@\""
    let daemon = try DaemonProcess.calm(
      folder: folder, program: ["/bin/sh", "-c", script, BuiltProduct.url("bgtaskd").path()])
    let pid = try pid(pipe)
    defer { _ = Glibc.kill(pid, SIGKILL) }
    try daemon.client().submit(.shell("a", "setsid --fork true"))
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
    #expect(ProcessTable.parent(of: pid) == daemon.pid && ProcessTable.isAlive(pid))
  }

  @Test("Orphans that end by themselves are no zombies of the daemon, and statuses of programs stay theirs")
  func zombies() throws {
    let daemon = try DaemonProcess.calm()
    let (pipe, gate) = (try NamedPipe(daemon.folder, "pipe"), try NamedPipe(daemon.folder, "gate"))
    let client = try daemon.client()
    let script = """
      for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
      do setsid --fork sh -c 'echo $$ >$0' \(pipe.path); done
      read x <\(gate.path); exit 7
      """
    try client.submit(.shell("a", script))
    let orphans = try (0..<20).map { _ in try pid(pipe) }
    for orphan in orphans { #expect(Processes.waitUntilReaped(orphan)) }
    #expect(ProcessTable.children(of: daemon.pid).count == 1)
    gate.write()
    #expect(try daemon.waitForEnd(of: "a")?.exitStatus == 7)
    // Many ends at a time, of programs and of what they leave.
    for number in 0..<20 {
      try client.submit(.shell("b\(number)", "setsid --fork true; exit \(number)"))
    }
    for number in 0..<20 {
      #expect(try daemon.waitForEnd(of: "b\(number)")?.exitStatus == Int32(number))
    }
    for child in ProcessTable.children(of: daemon.pid) { #expect(Processes.waitUntilReaped(child)) }
  }
}
