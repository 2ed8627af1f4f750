/// A source of chance that gives the same numbers for the same seed (SplitMix64), so that an agent's life can
/// be replayed.
package struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// Creates a generator that gives the same numbers for the same seed.
  package init(seed: UInt64) { state = seed }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number between these bounds.
  mutating func number(in range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % (UInt64(range.upperBound - range.lowerBound) + 1))
  }

  /// Returns a new name for a session: 32 hexadecimal digits.
  mutating func sessionID() -> String {
    let digits = (0..<2).map { _ in
      let text = String(next(), radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return digits.joined()
  }
}
