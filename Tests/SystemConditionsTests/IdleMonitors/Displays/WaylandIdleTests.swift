import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Whether somebody is at a Wayland compositor's display")
struct WaylandIdleTests {
  @Test("Each protocol: somebody leaves and comes back", arguments: ["ext", "kde"])
  func comesAndGoes(protocolName: String) throws {
    let bench = try DisplayBench(pause: .minutes(5))
    let compositor = try ScriptedCompositor(in: bench.folder, protocolName)
    try bench.start()
    #expect(bench.says(false))
    #expect(compositor.readLine() == "\(protocolName) 300000")
    compositor.tell("idle")
    #expect(bench.says(true))
    compositor.tell("resume")
    #expect(bench.says(false))
    #expect(bench.said == [false, true, false], "it was known when others were told for the first time")
  }

  @Test("A compositor with both protocols is asked by the newer one")
  func newer() throws {
    let bench = try DisplayBench()
    let compositor = try ScriptedCompositor(in: bench.folder, "kde", "ext")
    try bench.start()
    #expect(compositor.readLine() == "ext 500")
    #expect(bench.says(false))
  }

  @Test("Seats come and go: who is at one of them is there, and without any nobody can be known to be")
  func seats() throws {
    let bench = try DisplayBench()
    let compositor = try ScriptedCompositor(in: bench.folder, "ext")
    try bench.start()
    #expect(bench.says(false))
    compositor.tell("idle")
    #expect(bench.says(true))
    compositor.tell("seat")
    #expect(bench.says(false))
    compositor.tell("unseat")
    #expect(bench.says(true))
    compositor.tell("unseat")
    #expect(bench.says(nil))
    compositor.tell("seat")
    #expect(bench.says(false))
  }

  @Test("A compositor that ends, is killed or tells no more is unknown; one that comes is asked")
  func compositors() throws {
    let bench = try DisplayBench()
    try bench.start()
    #expect(bench.says(nil))
    var compositor = try ScriptedCompositor("wayland-1", in: bench.folder, "ext")
    #expect(bench.says(false))
    compositor.finish()
    #expect(bench.says(nil))
    compositor = try ScriptedCompositor("wayland-1", in: bench.folder, "kde")
    #expect(bench.says(false))
    compositor.tell("forget")
    #expect(bench.says(nil))
    compositor.end()
    compositor = try ScriptedCompositor("wayland-2", in: bench.folder, "ext")
    #expect(bench.says(false))
    compositor.tell("idle")
    #expect(bench.says(true))
  }

  @Test("A helper that is killed is unknown at once, and started again")
  func killed() throws {
    let bench = try DisplayBench()
    let compositor = try ScriptedCompositor(in: bench.folder, "ext")
    try bench.start()
    #expect(bench.says(false))
    let helper = try #require(bench.helper("XDG_RUNTIME_DIR", bench.folder.path))
    let count = bench.said.count
    try helper.send(signal: SIGKILL)
    #expect(bench.says([nil, false], after: count))
    let warning = try #require(bench.warnings.next())
    #expect(warning.contains("wayland-0 was ended by SIGKILL"))
    let next = try #require(bench.helper("XDG_RUNTIME_DIR", bench.folder.path))
    #expect(next.pid != helper.pid)
    try next.send(signal: SIGKILL)
    #expect(bench.says([nil, false], after: count + 2))
    #expect(bench.warnings.isEmpty, "it is said once")
    withExtendedLifetime(compositor) {}
  }

  @Test("A compositor without such a protocol stays unknown, is asked once, and no X server in its place")
  func unsupported() throws {
    let screen = try VirtualScreen()
    let bench = try DisplayBench { $0.environment["DISPLAY"] = screen.display }
    let compositor = try ScriptedCompositor(in: bench.folder)
    try bench.start()
    #expect(bench.says(nil))
    #expect(bench.helper("XDG_RUNTIME_DIR", bench.folder.path) == nil)
    #expect(bench.helper("DISPLAY", screen.display) == nil)
    // Another one beside it is asked.
    let second = try ScriptedCompositor("wayland-7", in: bench.folder, "ext")
    #expect(bench.says(false))
    #expect(bench.warnings.isEmpty)
    withExtendedLifetime((compositor, second)) {}
  }

  @Test("Sockets of others, files, and names that no compositor's socket has, are no displays")
  func strangers() throws {
    let folder = try TemporaryFolder()
    try folder.write("wayland-3", "")
    try folder.write("wayland-4.lock", "")
    let compositors = try ["wayland-x", "wayland-", "wayland-12345", "gayland-0"].map {
      try ScriptedCompositor($0, in: folder, "ext")
    }
    let bench = try DisplayBench(folder)
    try bench.start()
    #expect(bench.says(nil))
    let compositor = try ScriptedCompositor(in: folder, "ext")
    #expect(bench.says(false))
    let foreign = try DisplayBench(folder) { $0.uid += 1 }
    try foreign.start()
    #expect(foreign.says(nil))
    // What comes later is looked at in the same way.
    let others = try DisplayBench(folder)
    try others.start()
    #expect(others.says(false))
    #expect(foreign.said == [nil])
    withExtendedLifetime((compositor, compositors)) {}
  }

  @Test("sway: the pause is the compositor's, and ends when the pointer moves")
  func sway() throws {
    let sway = try Sway()
    let bench = try DisplayBench(sway.folder) { $0.uid = sway.uid }
    try bench.start()
    #expect(bench.says(true))
    let count = bench.said.count
    try sway.movePointer()
    #expect(bench.says([false, true], after: count))
    sway.end()
    #expect(bench.says(nil))
  }
}
