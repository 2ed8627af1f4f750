import LinuxSystem

/// The bytes of a program's file that are loaded (elf(5), PT_LOAD): the file without its symbols and debug
/// information, as packages install it.
enum ProgramSize {
  /// The type of a loaded part: PT_LOAD.
  private static let loaded = 1

  /// - Throws: ``BenchmarkError/server(_:)`` for a file that is no ELF file of 64 bits.
  static func loadedBytes(of path: String) throws -> Int {
    let head = try SmallFile.read(path, atMost: 4096)
    func number(_ type: (some FixedWidthInteger).Type, at place: Int) -> Int? {
      guard place >= 0, place + type.bitWidth / 8 <= head.count else { return nil }
      return head.withUnsafeBytes { Int(exactly: $0.loadUnaligned(fromByteOffset: place, as: type)) }
    }
    guard head.starts(with: [0x7F] + "ELF".utf8), let table = number(UInt64.self, at: 32),
      let size = number(UInt16.self, at: 54), let count = number(UInt16.self, at: 56)
    else { throw BenchmarkError.server("\(path) is no program of 64 bits") }
    return (0..<count).map { table + $0 * size }.reduce(0) { sum, place in
      number(UInt32.self, at: place) == loaded ? sum + (number(UInt64.self, at: place + 32) ?? 0) : sum
    }
  }
}
