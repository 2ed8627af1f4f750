#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a time zone is ahead of UTC, from a file of the system's time zone database: RFC 8536, "The Time Zone
/// Information Format (TZif)", versions 1 to 4. What comes after the last change that the file lists follows
/// from its last line.
package struct ZoneFile: Hashable, Sendable {
  /// From a moment on another offset holds.
  package struct Transition: Hashable, Sendable {
    /// Unix seconds.
    package let at: Int64
    /// Seconds ahead of UTC, from then on.
    package let offset: Int64
  }

  /// Changes before 1970 are left out. From 2200 on the last offset holds.
  private static let years = 1970..<2200
  /// The largest files of the database have 5 kB.
  private static let maximumBytes = 64 << 10

  /// Seconds ahead of UTC in the beginning of 1970.
  package let firstOffset: Int64
  /// In order; after each another offset holds than before.
  package let transitions: [Transition]

  /// Reads a zone of the database, which lies in `/usr/share/zoneinfo` or where `TZDIR` says (tzset(3)). Nil
  /// when there is no such zone, or when its file is not one that is understood.
  /// - Parameter name: As in `Europe/Berlin`. No name leads out of the database: names have no dots.
  package init?(named name: String) {
    let directory = getenv("TZDIR").map { String(cString: $0) } ?? ""
    self.init(named: name, in: directory.isEmpty ? "/usr/share/zoneinfo" : directory)
  }

  init?(named name: String, in directory: String) {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard name.utf8.count <= 255, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isInNames) }),
      let bytes = Self.bytes(ofFile: "\(directory)/\(name)")
    else { return nil }
    self.init(bytes: bytes)
  }

  private static func isInNames(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || [0x2B, 0x2D, 0x5F].contains(byte)
  }

  /// Nil when it is no regular file, too large, or cannot be read.
  private static func bytes(ofFile path: String) -> [UInt8]? {
    // Whoever opens a pipe that nobody writes to must not wait.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (0...maximumBytes).contains(Int(status.st_size))
    else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let taken = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        if taken < 0 && errno == EINTR { continue }
        guard taken > 0 else { break }
        count += taken
      }
    }
  }

  /// Takes a file apart; nil when it is not what it should be, and when it counts leap seconds, which Unix
  /// time does not have.
  package init?(bytes: [UInt8]) {
    var reader = ZoneFileReader(bytes)
    guard let listed = reader.read() else { return nil }
    var all = listed.transitions
    all += listed.rule?.transitions(after: all.last?.at ?? .min, in: Self.years) ?? []
    let (begin, end) = (Self.begin(of: Self.years.lowerBound), Self.begin(of: Self.years.upperBound))
    var offset = listed.firstOffset
    for transition in all.prefix(while: { $0.at <= begin }) { offset = transition.offset }
    firstOffset = offset
    var changes: [Transition] = []
    for transition in all where begin < transition.at && transition.at < end {
      // Summer time that lasts all year ends and begins in one moment.
      if changes.last?.at == transition.at { changes.removeLast() }
      if transition.offset != changes.last?.offset ?? firstOffset { changes.append(transition) }
    }
    transitions = changes
  }

  private static func begin(of year: Int) -> Int64 {
    CivilTime(year: year, month: 1, day: 1).daysSinceEpoch * CivilTime.secondsPerDay
  }
}
