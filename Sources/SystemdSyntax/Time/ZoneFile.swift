#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The offsets of a time zone, from a file of the system's time zone database: RFC 8536, "The Time Zone
/// Information Format (TZif)", versions 1 to 4. The changes after the last one that the file lists follow
/// from the file's last line.
package struct ZoneFile: Hashable, Sendable {
  /// A change of the offset at a moment.
  package struct Transition: Hashable, Sendable {
    /// The moment of the change, in Unix seconds.
    package let at: Int64
    /// The new offset, in seconds ahead of UTC.
    package let offset: Int64
  }

  /// Changes before 1970 are left out. From 2200 on the last offset holds.
  private static let years = 1970..<2200
  /// The largest files of the database have 5 kB.
  package static let maximumBytes = 64 << 10

  /// The offset at the beginning of 1970, in seconds ahead of UTC.
  package let firstOffset: Int64
  /// The transitions, in order, each with another offset than before.
  package let transitions: [Transition]

  /// Reads a zone of the database in `/usr/share/zoneinfo`, or where `TZDIR` says (tzset(3)). Returns `nil`
  /// when there is no such zone, or its file is not understood.
  /// - Parameter name: A name such as `Europe/Berlin`. Names have no dots, so none leads out of the database.
  package init?(named name: String) { self.init(named: name, in: nil) }

  init?(named name: String, in directory: String?) {
    guard let path = Self.path(ofZone: name, in: directory) else { return nil }
    self.init(at: path)
  }

  /// Returns the path at which a zone's file is, if there is one; `nil` for a text that is no zone's name.
  /// - Parameter directory: The database; `nil` is the directory in `TZDIR`, or the system's.
  package static func path(ofZone name: String, in directory: String?) -> String? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard name.utf8.count <= 255, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isInNames) }) else {
      return nil
    }
    return "\(directory ?? systemDirectory)/\(name)"
  }

  private static var systemDirectory: String {
    let directory = getenv("TZDIR").map { String(cString: $0) } ?? ""
    return directory.isEmpty ? "/usr/share/zoneinfo" : directory
  }

  /// Reads a file of the database; `nil` when it is not understood.
  package init?(at path: String) {
    guard let bytes = Self.bytes(ofFile: path) else { return nil }
    self.init(bytes: bytes)
  }

  private static func isInNames(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || [0x2B, 0x2D, 0x5F].contains(byte)
  }

  /// Returns the content of a file; `nil` when it is not regular, is too large, or cannot be read.
  private static func bytes(ofFile path: String) -> [UInt8]? {
    // An open of a pipe without a writer must not block.
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

  /// Parses the content of a file; `nil` when it is malformed, and when it counts leap seconds, which Unix
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
      // Summer time that lasts all year ends and begins at one moment.
      if changes.last?.at == transition.at { changes.removeLast() }
      if transition.offset != changes.last?.offset ?? firstOffset { changes.append(transition) }
    }
    transitions = changes
  }

  /// Returns whether the content of a file is whole and counts leap seconds.
  package static func countsLeapSeconds(_ bytes: [UInt8]) -> Bool {
    var reader = ZoneFileReader(bytes)
    return reader.countsLeapSeconds()
  }

  private static func begin(of year: Int) -> Int64 {
    CivilTime(year: year, month: 1, day: 1).daysSinceEpoch * CivilTime.secondsPerDay
  }
}

extension ZoneFile {
  /// The identity of a file and its content: another file or another content has another mark.
  package struct Mark: Hashable, Sendable {
    private let device, inode, size: Int64
    private let modifiedSeconds, modifiedNanoseconds, changedSeconds, changedNanoseconds: Int

    /// Creates the mark of a file as it is now; `nil` when there is none.
    package init?(ofFile path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode) = (Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino))
      size = Int64(status.st_size)
      (modifiedSeconds, modifiedNanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      (changedSeconds, changedNanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
  }
}
