import Foundation
import TestSupport
import Testing

@testable import SystemdSyntax

@Suite("Time zones of the database")
struct ZoneFileTests {
  private static func program(_ name: String) -> URL? {
    ["/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }
  }

  private static let zdump = program("zdump")
  private static let zic = program("zic")
  private static let source = "/usr/share/zoneinfo/tzdata.zi"
  private static let canCompile =
    zic != nil && zdump != nil && FileManager.default.fileExists(atPath: source)

  /// Half an hour of summer time; winter time that is moved; Ramadan; a day that was left out; two hours;
  /// days that begin without their first hour; none; and one with nothing but a rule.
  private static let zones = [
    "Australia/Lord_Howe", "Europe/Dublin", "Africa/Casablanca", "Pacific/Apia", "Antarctica/Troll",
    "America/Santiago", "Africa/Cairo", "Asia/Kolkata", "America/New_York", "Europe/Berlin", "EST5EDT",
    "America/Nuuk", "Asia/Gaza", "Etc/GMT+12", "UTC",
  ].filter { FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\($0)") }

  /// The moments around each change from 1970 to 2199, with the offset that the C library knows there.
  private static func offsets(ofZone path: String) throws -> [(second: Int64, offset: Int64)] {
    let zdump = try #require(Self.zdump)
    let run = try FinishedProgram.run(
      zdump, ["-v", "-c", "1970,2200", path], environment: ["LC_ALL": "C", "TZ": "UTC"])
    return try run.output.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 6, let end = words.last, end.hasPrefix("gmtoff="),
        let month = months.firstIndex(of: words[2]), let day = Int(words[3]), let year = Int(words[5]),
        (1970..<2200).contains(year)
      else { return nil }
      let clock = try #require(TimestampSyntax.clockTime(words[4].utf8))
      let time = CivilTime(
        year: year, month: month + 1, day: day, hour: clock.hour, minute: clock.minute, second: clock.second)
      return (try #require(time.seconds(in: .utc)), try #require(Int64(end.dropFirst(7))))
    }
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func offset(_ file: ZoneFile, at second: Int64) -> Int64 {
    file.transitions.last { $0.at <= second }?.offset ?? file.firstOffset
  }

  @Test(
    "They are as the C library knows them, to the second, up to 2199",
    .enabled(if: zdump != nil, "zdump is not installed"), arguments: zones)
  func likeTheCLibrary(zone: String) throws {
    let file = try #require(ZoneFile(named: zone))
    let known = try Self.offsets(ofZone: zone)
    for (second, offset) in known {
      #expect(Self.offset(file, at: second) == offset, "\(zone) at \(second)")
    }
    // Two lines for a change: the second before, and the first one. Some are of names only.
    #expect(file.transitions.count <= known.count / 2)
    #expect(zip(file.transitions, file.transitions.dropFirst()).allSatisfy { $0.at < $1.at })
    #expect(zip(file.transitions, file.transitions.dropFirst()).allSatisfy { $0.offset != $1.offset })
  }

  @Test(
    "A slim file, whose last line says most, is the same as a fat one, for every zone there is",
    .enabled(if: canCompile, "zic or its source is not installed"))
  func slim() throws {
    let folder = try TemporaryFolder()
    for form in ["slim", "fat"] {
      let run = try FinishedProgram.run(
        try #require(Self.zic), ["-b", form, "-d", folder.path(form), Self.source])
      #expect(run.status == 0, "\(run.errors)")
    }
    let files = try #require(FileManager.default.enumerator(atPath: folder.path("slim")))
    var count = 0
    for case let zone as String in files {
      guard let slim = ZoneFile(named: zone, in: folder.path("slim")) else { continue }
      let isSame = slim == ZoneFile(named: zone, in: folder.path("fat"))
      // Of these zic leaves some years of Ramadan out when it makes slim files.
      #expect(isSame || ["Asia/Gaza", "Asia/Hebron"].contains(zone), "\(zone)")
      count += 1
    }
    #expect(count > 300)
    for zone in ["Asia/Gaza", "Europe/Dublin", "Australia/Lord_Howe"] {
      let slim = try #require(ZoneFile(named: zone, in: folder.path("slim")))
      for (second, offset) in try Self.offsets(ofZone: folder.path("slim/\(zone)")) {
        #expect(Self.offset(slim, at: second) == offset, "\(zone) at \(second)")
      }
    }
    let berlin = try Data(contentsOf: folder.url.appending(path: "slim/Europe/Berlin"))
    #expect(String(decoding: berlin, as: UTF8.self).hasSuffix("\nCET-1CEST,M3.5.0,M10.5.0/3\n"))
  }

  // MARK: Files by hand

  /// A file with one offset and a last line.
  private static func bytes(version: UInt8 = 0x32, offset: Int32 = 0, line: String? = nil) -> [UInt8] {
    let counts: [UInt8] = [0, 0, 0, 0, 1, 4].flatMap { [0, 0, 0, $0] }
    let header = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15) + counts
    let type = withUnsafeBytes(of: offset.bigEndian, Array.init) + [0, 0]
    let block = header + type + Array("ABC\0".utf8)
    return block + (line.map { block + Array("\n\($0)\n".utf8) } ?? [])
  }

  private static func transitions(_ line: String, offset: Int32, in year: Int) throws -> [String] {
    let file = try #require(ZoneFile(bytes: bytes(offset: offset, line: line)), "\(line)")
    return file.transitions.compactMap {
      let text = TimestampSyntax.format($0.at * 1_000_000, zone: .utc)
      return text.contains(" \(year)-") ? "\(text.dropFirst(4).dropLast(7)) \($0.offset)" : nil
    }
  }

  @Test(
    "Summer time as POSIX writes it",
    arguments: [
      ("EST5EDT,M3.2.0,M11.1.0", -18_000, ["2024-03-10 07:00 -14400", "2024-11-03 06:00 -18000"]),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 3600, ["2024-03-31 01:00 3600", "2024-10-27 01:00 0"]),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -7200, ["2024-03-31 01:00 -3600", "2024-10-27 01:00 -7200"]),
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 37_800, ["2024-04-06 15:00 37800", "2024-10-05 15:30 39600"]),
      ("AAA3BBB,J60/0,J365/0:30:15", -10_800, ["2024-03-01 03:00 -7200", "2024-12-31 02:30 -10800"]),
      ("AAA3BBB,59/0,364/0", -10_800, ["2024-02-29 03:00 -7200", "2024-12-30 02:00 -10800"]),
      ("CST6CDT,M4.4.6/167,M9.1.1/-167", -21_600, ["2024-05-04 05:00 -18000", "2024-08-26 06:00 -21600"]),
      ("CET-1", 3600, []), ("EST5EDT,0/0,J365/25", -14_400, []),
    ] as [(String, Int32, [String])])
  func rules(line: String, offset: Int32, changes: [String]) throws {
    #expect(try Self.transitions(line, offset: offset, in: 2024) == changes)
  }

  @Test("Summer time that lasts all year is one offset")
  func allYear() throws {
    let file = try #require(ZoneFile(bytes: Self.bytes(offset: -14_400, line: "EST5EDT,0/0,J365/25")))
    #expect(file.firstOffset == -14_400 && file.transitions.isEmpty)
  }

  @Test(
    "A last line that is none makes the file none",
    arguments: [
      "x", "AB1", "CET", "CET-1CEST,", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/3,",
      "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-168",
      "CET-1CEST,J0,J1", "CET-1CEST,J366,J1", "CET-1CEST,366,1", "CET-1CEST,1/168,2", "<CET-1", "CET-1:60",
      "CET-9999999999999999999", "CET--1", "CET-1CEST,,",
    ])
  func badRules(line: String) { #expect(ZoneFile(bytes: Self.bytes(line: line)) == nil) }

  @Test("What is no such file is none, and nothing traps")
  func hostile() throws {
    #expect(ZoneFile(bytes: Self.bytes(version: 0, offset: 3600))?.firstOffset == 3600)
    #expect(ZoneFile(bytes: Self.bytes(offset: 93_600, line: "")) == nil)
    #expect(ZoneFile(bytes: Self.bytes(offset: .min, line: "")) == nil)
    let right = Self.bytes(offset: 3600, line: "CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(ZoneFile(bytes: right) != nil)
    for length in right.indices { #expect(ZoneFile(bytes: Array(right[..<length])) == nil, "\(length)") }
    let zone = try #require(FileManager.default.contents(atPath: "/usr/share/zoneinfo/UTC"))
    var generator = SplitMix64(seed: 1)
    for bytes in [right, Array(zone)] {
      for _ in 0..<20_000 {
        var damaged = bytes
        for _ in 0...Int.random(in: 0..<4, using: &generator) {
          damaged[Int.random(in: damaged.indices, using: &generator)] = UInt8(
            truncatingIfNeeded: generator.next())
        }
        if let file = ZoneFile(bytes: damaged) {
          #expect(zip(file.transitions, file.transitions.dropFirst()).allSatisfy { $0.at < $1.at })
        }
      }
    }
  }

  @Test("No name leads out of the database, and what is no file of it is none")
  func names() throws {
    let folder = try TemporaryFolder()
    try folder.write("zones/Good", Self.bytes(offset: 3600, line: "CET-1"))
    try folder.write("Outside", Self.bytes(offset: 3600, line: "CET-1"))
    try folder.write("zones/Text", "no zone\n")
    try folder.write("zones/Large", Self.bytes(line: "UTC0") + [UInt8](repeating: 0, count: 64 << 10))
    #expect(mkfifo(folder.path("zones/Pipe"), 0o600) == 0)
    let zones = folder.path("zones")
    #expect(ZoneFile(named: "Good", in: zones)?.firstOffset == 3600)
    for name in [
      "../Outside", "/Good", "Good/", "", ".", "..", "./Good", "//Good", "Text", "Large", "Pipe", "None",
      "Good\u{0}", "Good ", String(repeating: "a", count: 300),
    ] {
      #expect(ZoneFile(named: name, in: zones) == nil, "\(name)")
    }
    #expect(ZoneFile(named: "zones", in: folder.path) == nil)
  }
}
