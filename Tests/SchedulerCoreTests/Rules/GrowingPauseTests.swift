import SchedulerCore
import Testing

@Suite("Growing pauses")
struct GrowingPauseTests {
  /// First, longest, and what comes of them, in microseconds.
  private static let sequences: [(Int64, Int64, [Int64])] = [
    (10_000, 5_000_000, [10_000, 20_000, 40_000, 80_000, 160_000]),
    (3, 20, [3, 6, 12, 20, 20, 20]),
    (4, 16, [4, 8, 16, 16]),
    (7, 7, [7, 7, 7]),
    (1 << 61, .max, [1 << 61, 1 << 62, .max, .max]),
  ]

  @Test(
    "Each pause is twice as long as the one before, and none is longer than the longest", arguments: sequences
  )
  func growth(first: Int64, longest: Int64, uSec: [Int64]) {
    var pause = GrowingPause(first: TimeSpan(uSec: first), longest: TimeSpan(uSec: longest))
    #expect(pause.last == nil)
    for expected in uSec {
      #expect(pause.next() == TimeSpan(uSec: expected))
      #expect(pause.last == TimeSpan(uSec: expected))
    }
  }

  @Test("After a success the first pause comes again, wherever it stood", arguments: [1, 2, 9])
  func reset(failures: Int) {
    var pause = GrowingPause(first: .milliseconds(50), longest: .seconds(5))
    let fresh = pause
    for _ in 0..<failures { _ = pause.next() }
    #expect(pause != fresh)
    pause.reset()
    #expect(pause == fresh)
    #expect(pause.next() == .milliseconds(50))
  }

  @Test("Pauses that begin with none, or that end before they begin, are a mistake of the program")
  func impossible() async {
    await #expect(processExitsWith: .failure) { _ = GrowingPause(first: .zero, longest: .seconds(1)) }
    await #expect(processExitsWith: .failure) { _ = GrowingPause(first: .seconds(2), longest: .seconds(1)) }
  }
}
