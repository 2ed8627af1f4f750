/// The checksum of a row, by which a bit that the disk flipped is noticed: SQLite checks the structure of its
/// pages, not their contents, and a payload is a command that will be run.
///
/// A change of any one word of eight bytes always changes the sum. Null adds nothing, so a column that a
/// later schema adds leaves the sums of older rows as they are. The arithmetic is part of the file's format.
struct RowChecksum {
  private var state: UInt64
  private var column: UInt64 = 0

  /// Creates the sum of no values.
  init(of table: Table) {
    state = 0x9e37_79b9_7f4a_7c15
    mix(table.rawValue)
  }

  /// Returns the sum of a row's values, the key included.
  static func of(_ values: some Sequence<SQLValue>, in table: Table) -> Int64 {
    var sum = RowChecksum(of: table)
    for value in values { sum.add(value) }
    return sum.value
  }

  /// The sum of the values that were added.
  var value: Int64 { Int64(bitPattern: state) }

  /// Adds the value of the next column.
  mutating func add(_ value: SQLValue) {
    switch value {
    case .null: addNull()
    case .integer(let integer): add(integer)
    case .text(var text): text.withUTF8 { add(text: UnsafeRawBufferPointer($0)) }
    case .blob(let bytes): bytes.withUnsafeBytes { add(blob: $0) }
    }
  }

  mutating func addNull() { column += 1 }

  mutating func add(_ integer: Int64) {
    begin(kind: 1)
    mix(UInt64(bitPattern: integer))
  }

  mutating func add(text bytes: UnsafeRawBufferPointer) {
    begin(kind: 2)
    add(bytes)
  }

  mutating func add(blob bytes: UnsafeRawBufferPointer) {
    begin(kind: 3)
    add(bytes)
  }

  private mutating func begin(kind: UInt64) {
    mix(column << 8 | kind)
    column += 1
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    mix(UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    guard offset < bytes.count else { return }
    var rest: UInt64 = 0
    for byte in bytes[offset...].reversed() { rest = rest << 8 | UInt64(byte) }
    mix(rest)
  }

  private mutating func mix(_ word: UInt64) {
    // Both steps are invertible, so one changed word cannot cancel itself out.
    state = (state ^ word) &* 0xff51_afd7_ed55_8ccd
    state ^= state >> 32
  }
}
