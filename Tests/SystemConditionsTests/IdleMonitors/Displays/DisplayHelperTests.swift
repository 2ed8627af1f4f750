import Foundation
import Glibc
import LinuxSystem
import SystemConditions
import TestSupport
import Testing

@Suite("The helpers at displays, and who starts them")
struct DisplayHelperTests {
  /// A helper that is a script, and a compositor's socket for it.
  private func bench(_ script: String) throws -> (DisplayBench, ScriptedCompositor) {
    let folder = try TemporaryFolder()
    let program = try folder.write("helper", "#!/bin/sh\n\(script)\n", executable: true)
    let compositor = try ScriptedCompositor(in: folder)
    return (try DisplayBench(folder) { $0.waylandHelper = program }, compositor)
  }

  @Test("One that writes what no helper writes is ended, and not believed")
  func nonsense() throws {
    let (bench, compositor) = try bench(
      "echo idle; echo $$ >\"$XDG_RUNTIME_DIR/pid\"; yes; exec cat /dev/zero")
    try bench.start()
    let warning = try #require(bench.warnings.next())
    #expect(warning.hasSuffix("wayland-0 has written an invalid report"))
    #expect(bench.says(nil))
    let pid = try String(contentsOfFile: bench.folder.path("pid"), encoding: .utf8)
    #expect(!ProcessTable.isAlive(try #require(Int32(pid.trimmingCharacters(in: .whitespacesAndNewlines)))))
    withExtendedLifetime(compositor) {}
  }

  @Test(
    "One that ends otherwise than helpers do is named",
    arguments: [
      ("exit 7", "ended with status 7"), ("exit 64", "does not take a pause of 500 ms"),
      ("exec >&-; exec cat /dev/zero >/dev/null", "has closed its output"), ("kill -ABRT $$", "SIGABRT"),
    ])
  func ends(script: String, words: String) throws {
    let (bench, compositor) = try bench(script)
    try bench.start()
    #expect(try #require(bench.warnings.next()).contains(words))
    #expect(bench.says(nil))
    withExtendedLifetime(compositor) {}
  }

  @Test("Where they are not installed nothing is known, and nothing is waited for")
  func missing() throws {
    let folder = try TemporaryFolder()
    let compositor = try ScriptedCompositor(in: folder, "ext")
    let bench = try DisplayBench(folder) { ($0.waylandHelper, $0.x11Helper) = (nil, nil) }
    try bench.start()
    #expect(bench.says(nil))
    let gone = try DisplayBench(folder) { $0.waylandHelper = folder.path("nothing") }
    try gone.start()
    #expect(try #require(gone.warnings.next()).contains("cannot be started"))
    #expect(gone.says(nil))
    withExtendedLifetime(compositor) {}
  }

  @Test("One that says nothing keeps nobody waiting for ever")
  func silent() throws {
    let (bench, compositor) = try bench("exec tail -f /dev/null")
    try bench.start()
    #expect(bench.says(nil))
    withExtendedLifetime(compositor) {}
  }

  @Test("They end with whoever has started them")
  func stopped() throws {
    let folder = try TemporaryFolder()
    let compositor = try ScriptedCompositor(in: folder, "ext")
    var bench: DisplayBench? = try DisplayBench(folder)
    try bench?.start()
    #expect(bench?.says(false) == true)
    let helper = try #require(bench?.helper("XDG_RUNTIME_DIR", folder.path))
    bench = nil
    #expect(try helper.waitForEnd())
    withExtendedLifetime(compositor) {}
  }

  @Test("One whose starter has gone without a word ends, though nothing happens at the display")
  func orphaned() throws {
    let folder = try TemporaryFolder()
    let compositor = try ScriptedCompositor(in: folder, "ext")
    let screen = try VirtualScreen()
    for program in ["bgtask-idle-wayland", "bgtask-idle-x11"] {
      let helper = try Self.abandoned(
        [BuiltProduct.url(program).path(), "3600000"],
        environment: [
          "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": screen.display,
        ])
      #expect(try helper.waitForEnd(), "\(program)")
      #expect(try helper.exit() == .status(0), "\(program)")
      try helper.reap()
    }
    withExtendedLifetime(compositor) {}
  }

  /// Starts a helper, waits for the first thing that it says, and lets go of its output.
  private static func abandoned(_ arguments: [String], environment: [String: String]) throws
    -> ProcessHandle
  {
    let pipe = try OutputPipe()
    let pid = try ProcessSpawner.spawn(
      arguments: arguments, environment: environment, workingDirectory: "/", output: STDERR_FILENO,
      answer: pipe.writing.number)
    let helper = try ProcessHandle(child: pid)
    var watched = pollfd(fd: pipe.reading.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&watched, 1, 10_000) == 1)
    #expect(try pipe.reading.read(atMost: 64) == .bytes(Array("active\n".utf8)))
    #expect(try helper.exit() == nil)
    return helper
  }

  @Test("They say by their status why they end")
  func statuses() throws {
    let folder = try TemporaryFolder()
    let compositor = try ScriptedCompositor(in: folder)
    func run(_ program: String, _ arguments: [String], _ display: String) throws -> Int32 {
      try FinishedProgram.run(
        BuiltProduct.url(program), arguments,
        environment: [
          "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": display, "DISPLAY": ":\(display)",
        ]
      ).status
    }
    for program in ["bgtask-idle-wayland", "bgtask-idle-x11"] {
      for arguments in [[], ["0"], ["-1"], ["x"], ["2147483648"], ["1000", "1000"]] {
        #expect(try run(program, arguments, "wayland-0") == 64, "\(program) \(arguments)")
      }
      #expect(try run(program, ["1000"], "nothing") == 3, "\(program)")
    }
    #expect(try run("bgtask-idle-wayland", ["1000"], "wayland-0") == 4)
    withExtendedLifetime(compositor) {}
  }
}
