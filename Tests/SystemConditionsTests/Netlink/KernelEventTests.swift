import LinuxSystem
import Testing

@Suite("Uevents")
struct KernelEventTests {
  private static func parse(_ text: String) throws -> KernelEvent {
    try KernelEvent(parsing: Array(text.utf8)[...])
  }

  @Test("A uevent says what happened to which device of which kind")
  func parse() throws {
    let text =
      "change@/devices/LNXSYSTM:00/PNP0C0A:00/power_supply/BAT0\0ACTION=change\0DEVPATH=/devices/x\0"
      + "SUBSYSTEM=power_supply\0POWER_SUPPLY_NAME=BAT0\0SEQNUM=4711\0"
    #expect(
      try Self.parse(text)
        == KernelEvent(
          action: "change", devicePath: "/devices/LNXSYSTM:00/PNP0C0A:00/power_supply/BAT0",
          subsystem: "power_supply"))
  }

  @Test("The first of two subsystems counts, and one inside another variable does not")
  func subsystem() throws {
    #expect(try Self.parse("add@/x\0NOTSUBSYSTEM=a\0SUBSYSTEM=b\0SUBSYSTEM=c\0").subsystem == "b")
    #expect(try Self.parse("add@/SUBSYSTEM=a\0SUBSYSTEM=\0").subsystem.isEmpty)
  }

  @Test(
    "What is no uevent is an error that says what is wrong",
    arguments: [
      ("", "uevent"), ("\0\0\0", "uevent parts"), ("change@/x", "uevent parts"),
      ("libudev\0SUBSYSTEM=power_supply\0", "uevent header's @"),
      ("add@/x\0ACTION=add\0", "uevent SUBSYSTEM"),
      (String(repeating: "x", count: 16_385), "uevent"),
      ("add@/x\0" + String(repeating: "A=1\0", count: 300), "uevent parts"),
    ])
  func hostile(text: String, field: String) throws {
    let error = try #require(throws: NetlinkFormatError.self) { try Self.parse(text) }
    #expect(error.field == field)
  }

  @Test("Bytes that are no text are replaced and not believed to be a subsystem")
  func noText() throws {
    let event = try KernelEvent(parsing: (Array("add@/x\0SUBSYSTEM=".utf8) + [0xff, 0xfe])[...])
    #expect(event.subsystem == "\u{fffd}\u{fffd}")
  }
}
