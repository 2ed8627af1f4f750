import SchedulerCore
import SystemConditions
import Testing

@Suite("Pressure stall information")
struct PressureThresholdTests {
  @Test(
    "The share of the last 10 seconds and the total are read from the first line",
    arguments: [
      (
        "some avg10=5.56 avg60=1.65 avg300=0.48 total=12062423\nfull avg10=9.00 avg60=0 avg300=0 total=1",
        0.0556, 12_062_423
      ),
      ("some avg10=100.00 avg60=0.00 avg300=0.00 total=0", 1, 0),
      ("some avg10=0.00 total=18446744073709551615", 0, .max),
    ] as [(String, Double, UInt64)])
  func reading(text: String, share: Double, total: UInt64) throws {
    let reading = try #require(PressureReading(text))
    #expect(reading.share == share)
    #expect(reading.totalUSec == total)
  }

  @Test(
    "What is not PSI's text is no reading",
    arguments: [
      "full avg10=5.00 avg60=0.00 total=1", "some avg60=5.00 total=1\nsome avg10=5.00 total=1",
      "some avg10= total=1",
      "some avg10=nan total=1", "some avg10=-1 total=1", "some avg10=101 total=1", "some avg10=1",
      "some avg10=1 total=-1", "some avg10=1 total=18446744073709551616", "", "\n",
    ])
  func noReading(text: String) { #expect(PressureReading(text) == nil) }

  @Test(
    "An event counts when the total grew by what it claims",
    arguments: [
      (0, 1_800_000, true), (0, 1_799_999, false), (5, 5, false), (1000, 999, false),
      (9_000_000, 2_000_000, true),
      (0, .max, true), (.max, 0, false), (.max - 1_800_000, .max, true),
    ] as [(UInt64, UInt64, Bool)])
  func confirmation(before: UInt64, after: UInt64, isConfirmed: Bool) throws {
    let earlier = try #require(PressureReading("some avg10=0 total=\(before)"))
    let later = try #require(PressureReading("some avg10=0 total=\(after)"))
    #expect(later.confirms(Self.threshold(1_800_000, 2_000_000), since: earlier) == isConfirmed)
  }

  private static func threshold(_ stall: Int64, _ window: Int64) -> PressureThreshold {
    PressureThreshold(stall: TimeSpan(uSec: stall), window: TimeSpan(uSec: window))
  }

  @Test("A trigger is written in microseconds, with the byte behind it that the kernel overwrites")
  func trigger() {
    #expect(Self.threshold(150_000, 1_000_000).trigger == Array("some 150000 1000000\0".utf8))
  }

  @Test(
    "The unprivileged form has the same share of a window of a multiple of 2 seconds",
    arguments: [
      (threshold(900_000, 1_000_000), threshold(1_800_000, 2_000_000)),
      (threshold(1_800_000, 2_000_000), threshold(1_800_000, 2_000_000)),
      (threshold(1_000_000, 2_500_000), threshold(1_600_000, 4_000_000)),
      (threshold(5_000_000, 10_000_000), threshold(5_000_000, 10_000_000)),
      (threshold(.max, .max), threshold(10_000_000, 10_000_000)),
      (threshold(0, 0), threshold(0, 2_000_000)), (threshold(-5, -5), threshold(0, 2_000_000)),
    ])
  func unprivileged(threshold: PressureThreshold, wide: PressureThreshold) {
    #expect(threshold.unprivileged == wide)
  }
}
