import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Whether somebody is at an X server's display")
struct X11IdleTests {
  private static let manager = "org.freedesktop.systemd1"
  private static let managerTemplate = """
    import dbus
    BUS_NAME = '\(manager)'
    MAIN_OBJ = '/org/freedesktop/systemd1'
    MAIN_IFACE = '\(manager).Manager'
    SYSTEM_BUS = False

    def load(mock, parameters):
        mock.AddProperty(MAIN_IFACE, 'Environment', dbus.Array(['LANG=C'], signature='s'))
    """

  @Test("Somebody leaves, comes back and leaves; the server is killed")
  func comesAndGoes() throws {
    let screen = try VirtualScreen()
    let bench = try DisplayBench { $0.environment["DISPLAY"] = screen.display }
    try bench.start()
    #expect(bench.says(true))
    let count = bench.said.count
    try screen.touch()
    #expect(bench.says([false, true], after: count))
    screen.end()
    #expect(bench.says(nil))
    #expect(bench.warnings.isEmpty, "a display that goes is no fault of the helper's")
    // Another one under the same name, without a service manager that could say so.
    let second = try VirtualScreen(screen.display)
    try bench.folder.write("X0", "")
    #expect(bench.says(true))
    withExtendedLifetime(second) {}
  }

  @Test("Who had left before is away from the start")
  func before() throws {
    let screen = try VirtualScreen()
    let first = try DisplayBench { $0.environment["DISPLAY"] = screen.display }
    try first.start()
    #expect(first.says(true))
    let bench = try DisplayBench { $0.environment["DISPLAY"] = screen.display }
    try bench.start()
    #expect(bench.says(true))
    #expect(bench.said == [true])
  }

  @Test("A helper that is killed is unknown at once, and started again")
  func killed() throws {
    let screen = try VirtualScreen()
    let bench = try DisplayBench { $0.environment["DISPLAY"] = screen.display }
    try bench.start()
    #expect(bench.says(true))
    let count = bench.said.count
    try #require(bench.helper("DISPLAY", screen.display)).send(signal: SIGKILL)
    #expect(bench.says([nil, true], after: count))
  }

  @Test("The user's service manager says where the server is: at the start, when one comes, and at wake-ups")
  func environment() throws {
    let folder = try TemporaryFolder()
    let template = try folder.write("manager.py", Self.managerTemplate)
    let screen = try VirtualScreen()
    let bench = try DisplayBench(pause: .minutes(5))
    let manager = try bench.mock(template, Self.manager)
    func tell(_ variables: String...) throws {
      try manager.set(
        "/org/freedesktop/systemd1", "\(Self.manager).Manager", "Environment",
        ["as", "\(variables.count)"] + variables)
    }
    try bench.start()
    #expect(bench.says(nil))
    // Where somebody sits at another machine.
    try tell("DISPLAY=localhost:10.0", "XAUTHORITY=/nonexistent")
    bench.refresh()
    try tell("LANG=C", "DISPLAY=\(screen.display).0", "XAUTHORITY=/nonexistent")
    bench.refresh()
    #expect(bench.says(false))
    #expect(bench.helper("DISPLAY", "\(screen.display).0") != nil)
    let second = try VirtualScreen()
    try tell("DISPLAY=\(second.display)")
    let count = bench.said.count
    // The folder of the sockets has something new.
    try bench.folder.write("X9", "")
    #expect(bench.says([nil, false], after: count))
    #expect(bench.helper("DISPLAY", "\(screen.display).0") == nil)
  }

  @Test("A desktop that tells the service manager some time after its server came is waited for")
  func late() throws {
    let folder = try TemporaryFolder()
    let template = try folder.write("manager.py", Self.managerTemplate)
    let screen = try VirtualScreen()
    let bench = try DisplayBench(pause: .minutes(5))
    try bench.folder.write("X0", "")
    let manager = try bench.mock(template, Self.manager)
    try bench.start()
    #expect(bench.says(nil))
    try manager.set(
      "/org/freedesktop/systemd1", "\(Self.manager).Manager", "Environment",
      ["as", "1", "DISPLAY=\(screen.display)"])
    #expect(bench.says(false))
  }

  @Test("A Wayland compositor is asked in its place, until it is gone")
  func besideWayland() throws {
    let screen = try VirtualScreen()
    let bench = try DisplayBench { $0.environment["DISPLAY"] = screen.display }
    try bench.start()
    #expect(bench.says(true))
    let helper = try #require(bench.helper("DISPLAY", screen.display))
    let compositor = try ScriptedCompositor(in: bench.folder, "ext")
    #expect(try helper.waitForEnd())
    #expect(bench.says(false))
    // It leaves its socket behind.
    compositor.end()
    #expect(bench.says(true))
  }
}
