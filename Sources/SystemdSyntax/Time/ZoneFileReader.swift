/// A reader of the bytes of a TZif file, in order (RFC 8536, section 3).
struct ZoneFileReader {
  /// The content of a file.
  struct Contents {
    /// The offset before the first transition.
    var firstOffset: Int64
    /// The transitions, in order.
    var transitions: [ZoneFile.Transition]
    /// The rule after the last transition, where the file has one.
    var rule: ZoneRule?
  }

  /// The counts of the parts of a block.
  private struct Header {
    let version: UInt8
    let universalCount: Int
    let standardCount: Int
    let leapCount: Int
    let timeCount: Int
    let typeCount: Int
    let nameCount: Int

    /// Returns the length of the block in bytes, with so many bytes for a time.
    func length(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + nameCount + leapCount * (timeSize + 4) + standardCount
        + universalCount
    }
  }

  /// The allowed offsets (RFC 8536, 3.2).
  private static let offsets: ClosedRange<Int64> = -89_999...93_599

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Returns the content; `nil` when the file is malformed.
  mutating func read() -> Contents? {
    guard let (header, timeSize) = lastHeader(), var contents = block(header, timeSize: timeSize) else {
      return nil
    }
    guard timeSize == 8 else { return contents }
    guard rest.first == 0x0A, let end = rest.dropFirst().firstIndex(of: 0x0A) else { return nil }
    let line = rest[(rest.startIndex + 1)..<end]
    guard !line.isEmpty else { return contents }
    guard let rule = ZoneRule(line) else { return nil }
    contents.rule = rule
    return contents
  }

  /// Returns whether the content is there as a whole, with leap seconds in it.
  mutating func countsLeapSeconds() -> Bool {
    guard let (header, timeSize) = lastHeader() else { return false }
    return header.leapCount > 0 && header.length(timeSize: timeSize) <= rest.count
  }

  /// Takes the header of the block that counts, which has so many bytes for a time.
  private mutating func lastHeader() -> (Header, timeSize: Int)? {
    guard let first = header() else { return nil }
    guard first.version > 0 else { return (first, 4) }
    // The first block is for readers of version 1.
    guard take(first.length(timeSize: 4)) != nil, let second = header() else { return nil }
    return (second, 8)
  }

  private mutating func header() -> Header? {
    guard let bytes = take(20), bytes.starts(with: Array("TZif".utf8)) else { return nil }
    let counts = (0..<6).compactMap { _ in number(4).map(Int.init) }
    guard counts.count == 6, counts.allSatisfy({ $0 >= 0 }) else { return nil }
    return Header(
      version: bytes[bytes.startIndex + 4], universalCount: counts[0], standardCount: counts[1],
      leapCount: counts[2], timeCount: counts[3], typeCount: counts[4], nameCount: counts[5])
  }

  private mutating func block(_ header: Header, timeSize: Int) -> Contents? {
    // Counts come from the file: no memory is reserved for them before as many bytes are there.
    guard header.length(timeSize: timeSize) <= rest.count, header.leapCount == 0, header.typeCount > 0 else {
      return nil
    }
    let times = (0..<header.timeCount).compactMap { _ in number(timeSize) }
    guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }), let indices = take(header.timeCount)
    else { return nil }
    var offsets: [Int64] = []
    for _ in 0..<header.typeCount {
      guard let offset = number(4), Self.offsets.contains(offset), take(2) != nil else { return nil }
      offsets.append(offset)
    }
    guard take(header.nameCount + header.standardCount + header.universalCount) != nil,
      indices.allSatisfy({ Int($0) < offsets.count })
    else { return nil }
    return Contents(
      firstOffset: offsets[0],
      transitions: zip(times, indices).map { ZoneFile.Transition(at: $0, offset: offsets[Int($1)]) })
  }

  /// Takes a signed big-endian number.
  private mutating func number(_ size: Int) -> Int64? {
    guard let bytes = take(size), let first = bytes.first else { return nil }
    return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
