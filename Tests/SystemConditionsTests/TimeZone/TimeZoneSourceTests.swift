import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("The source of the time zone", .enabled(if: getenv("TZ") == nil, "TZ says the zone"))
struct TimeZoneSourceTests {
  /// A folder with the database `zones`, and a source that reads `etc/localtime` there.
  private final class Fixture {
    let queue = DispatchQueue(label: "test")
    let folder: TemporaryFolder
    let source: TimeZoneSource
    /// The offsets that the source has said, in hours.
    let offsets = Mailbox<Int64>()

    init(_ prepare: (TemporaryFolder) throws -> Void = { _ in }) throws {
      folder = try TemporaryFolder()
      for hours in -3...3 { try folder.write("zones/Area/\(hours)", TimeZoneSourceTests.file(hours)) }
      try folder.write("etc/beside", "")
      try prepare(folder)
      source = TimeZoneSource(queue: queue, link: folder.path("etc/localtime"))
      queue.sync { source.start { [offsets] in offsets.append($0.firstOffset / 3600) } }
    }

    deinit { queue.sync { source.stop() } }

    /// Makes a link in one step, as timedatectl(1) does.
    func link(_ name: String, to target: String) throws { try Fixture.link(folder, name, to: target) }

    static func link(_ folder: TemporaryFolder, _ name: String, to target: String) throws {
      let (new, path) = (folder.path("\(name).new"), folder.path(name))
      try systemCall("symlink", new) { symlink(target, new) }
      try systemCall("rename", path) { rename(new, path) }
    }

    /// Replaces a file in one step, as dpkg(1) does.
    func replace(_ name: String, by hours: Int) throws {
      let (new, path) = (folder.path("\(name).dpkg-new"), folder.path(name))
      try folder.write("\(name).dpkg-new", TimeZoneSourceTests.file(hours))
      try systemCall("rename", path) { rename(new, path) }
    }

    /// Writes over a file that is there, or makes it: `cat > FILE`, `cp`.
    func write(_ name: String, _ bytes: [UInt8]) throws {
      let path = folder.path(name)
      let file = Descriptor(
        owning: try systemCall("open", path) { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) })
      try SmallFile.write(bytes, to: file, path)
    }
  }

  /// The file of a zone without summer time (RFC 8536, version 1).
  private static func file(_ hours: Int) -> [UInt8] {
    let counts: [Int32] = [0, 0, 0, 0, 1, 2]
    let numbers = (counts + [Int32(hours * 3600)]).flatMap { number in
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    return Array("TZif".utf8) + [UInt8](repeating: 0, count: 16) + numbers + [0, 0, UInt8(ascii: "X"), 0]
  }

  @Test("A plain file that is written over is read, as often as that happens within one second")
  func plain() throws {
    let zone = try Fixture { try $0.write("etc/localtime", Self.file(1)) }
    #expect(zone.offsets.next() == 1)
    for hours in [2, 3, -3, -2, 1] {
      try zone.write("etc/localtime", Self.file(hours))
      #expect(zone.offsets.next() == Int64(hours))
    }
  }

  @Test("An empty file is about to be written: the zone stays until that has happened")
  func empty() throws {
    let zone = try Fixture { try Fixture.link($0, "etc/localtime", to: "../zones/Area/2") }
    #expect(zone.offsets.next() == 2)
    unlink(zone.folder.path("etc/localtime"))
    try zone.write("etc/localtime", [])
    try zone.write("etc/localtime", Self.file(3))
    #expect(zone.offsets.next() == 3)
    // Between the opening and the writing of a file that is there it is empty as well.
    try zone.write("etc/localtime", [])
    zone.queue.sync { zone.source.refresh() }
    try zone.write("etc/localtime", Self.file(1))
    #expect(zone.offsets.next() == 1)
  }

  @Test("A file that is written while it is read is never taken for another zone")
  func between() throws {
    let zone = try Fixture { try $0.write("etc/localtime", Self.file(1)) }
    for round in 0..<2_000 { try zone.write("etc/localtime", Self.file(1 + round % 2)) }
    try zone.write("etc/localtime", Self.file(3))
    var said = zone.offsets.next()
    while let hours = said, hours != 3 {
      #expect([1, 2].contains(hours))
      said = zone.offsets.next()
    }
    #expect(said == 3)
  }

  @Test("A part of a file, a pipe and links that lead to one another leave the zone until a file is there")
  func unreadable() throws {
    let zone = try Fixture { try $0.write("etc/localtime", Self.file(2)) }
    #expect(zone.offsets.next() == 2)
    let link = zone.folder.path("etc/localtime")
    for (round, hours) in [3, 1, -1].enumerated() {
      switch round {
      case 0: try zone.write("etc/localtime", Array(Self.file(hours).prefix(30)))
      case 1:
        unlink(link)
        try systemCall("mkfifo", link) { mkfifo(link, 0o600) }
      default: try zone.link("etc/localtime", to: "localtime")
      }
      zone.queue.sync {}
      try zone.replace("etc/localtime", by: hours)
      #expect(zone.offsets.next() == Int64(hours))
    }
  }

  @Test("A new link is read, also in the place of a file, and what only lies beside it changes nothing")
  func link() throws {
    let zone = try Fixture { try Fixture.link($0, "etc/localtime", to: "../zones/Area/2") }
    #expect(zone.offsets.next() == 2)
    try zone.write("etc/beside", Self.file(1))
    try zone.link("etc/localtime", to: zone.folder.path("zones/Area/-3"))
    #expect(zone.offsets.next() == -3)
    try zone.replace("etc/localtime", by: 1)
    #expect(zone.offsets.next() == 1)
    try zone.link("etc/localtime", to: "../zones/Area/3")
    #expect(zone.offsets.next() == 3)
  }

  @Test("The file behind the link is read when an upgrade replaces it, or a link on the way to it")
  func upgrade() throws {
    let zone = try Fixture { folder in
      try Fixture.link(folder, "zones/Area/Old", to: "2")
      try Fixture.link(folder, "zones/Older", to: "Area/Old")
      try Fixture.link(folder, "etc/localtime", to: "../zones/Older")
    }
    #expect(zone.offsets.next() == 2)
    try zone.replace("zones/Area/2", by: 1)
    #expect(zone.offsets.next() == 1)
    try zone.link("zones/Area/Old", to: "3")
    #expect(zone.offsets.next() == 3)
    try zone.replace("zones/Area/3", by: -1)
    #expect(zone.offsets.next() == -1)
    try zone.replace("zones/Older", by: -2)
    #expect(zone.offsets.next() == -2)
    // The database's folder as a whole.
    try zone.folder.write("new/Older", Self.file(1))
    let (new, old) = (zone.folder.path("new"), zone.folder.path("zones"))
    try systemCall("rename", old) { rename(old, zone.folder.path("old")) }
    try systemCall("rename", new) { rename(new, old) }
    #expect(zone.offsets.next() == 1)
  }

  @Test("Without a file the zone is UTC; a file that comes is read, and one that went at the next look")
  func missing() throws {
    let zone = try Fixture()
    #expect(zone.offsets.next() == 0)
    try zone.link("etc/localtime", to: "../zones/Area/2")
    #expect(zone.offsets.next() == 2)
    unlink(zone.folder.path("etc/localtime"))
    zone.queue.sync { zone.source.refresh() }
    #expect(zone.offsets.next() == 0)
    // A link that leads nowhere yet.
    try zone.link("etc/localtime", to: "../zones/Area/New")
    try zone.write("zones/Area/New", Self.file(3))
    #expect(zone.offsets.next() == 3)
  }
}
