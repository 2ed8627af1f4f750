import SchedulerCore

/// Makes inputs from other inputs: the same ones for the same seed.
struct Mutator {
  private static let maximumBytes = 1 << 16
  /// Bytes that mean something in one of the formats, or lie at a bound.
  private static let telling: [UInt8] =
    [0x00, 0x01, 0x7F, 0x80, 0xFF, 0xC0, 0xE2] + Array("{}[]\",:\\=;#%.-+e09 \n\t@/".utf8)

  private let corpus: [[UInt8]]
  private var generator: SeededGenerator

  init(corpus: [[UInt8]], seed: UInt64) {
    self.corpus = corpus
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> [UInt8] {
    var input = corpus[below(corpus.count)]
    for _ in 0...below(4) { mutate(&input) }
    return Array(input.prefix(Self.maximumBytes))
  }

  private mutating func mutate(_ input: inout [UInt8]) {
    let place = below(input.count + 1)
    switch below(8) {
    case 0 where place < input.count: input[place] ^= 1 << UInt8(below(8))
    case 1 where place < input.count: input[place] = Self.telling[below(Self.telling.count)]
    case 2 where place < input.count: input[place] = UInt8(below(256))
    case 3: input.insert(Self.telling[below(Self.telling.count)], at: place)
    case 4: input.removeSubrange(place..<min(place + below(16), input.count))
    case 5:
      let other = corpus[below(corpus.count)]
      let start = below(other.count + 1)
      input.insert(contentsOf: other[start..<min(start + below(64), other.count)], at: place)
    case 6:
      let piece = Array(input[place..<min(place + below(32), input.count)])
      for _ in 0...below(4) { input.insert(contentsOf: piece, at: place) }
    default: input.removeSubrange(place...)
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(max(bound, 1))) }
}
