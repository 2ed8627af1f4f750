import SchedulerCore
import SystemConditions
import Testing

@Suite("Pressure stall information")
struct PressureThresholdTests {
  @Test(
    "The share of the last 10 seconds is read from the first line",
    arguments: [
      (
        "some avg10=5.56 avg60=1.65 avg300=0.48 total=12062423\nfull avg10=9.00 avg60=0 avg300=0 total=1",
        0.0556
      ),
      ("some avg10=100.00 avg60=0.00 avg300=0.00 total=0", 1), ("some avg10=0.00", 0),
      ("full avg10=5.00 avg60=0.00", nil), ("some avg60=5.00\nsome avg10=5.00", nil), ("some avg10=", nil),
      ("some avg10=nan", nil), ("some avg10=-1", nil), ("some avg10=101", nil), ("", nil), ("\n", nil),
    ] as [(String, Double?)])
  func average(text: String, share: Double?) { #expect(PressureAverage.share(text) == share) }

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
