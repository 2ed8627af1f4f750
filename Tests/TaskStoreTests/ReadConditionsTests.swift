import SchedulerCore
import Testing

@testable import TaskStore

@Suite("What rows say of conditions and dates")
struct ReadConditionsTests {
  @Test("Rows that say the same have the same of it, and the zones that they name")
  func shared() throws {
    let read = ReadConditions()
    let text = "Mon *-*-* 03:00:00 Europe/Berlin\n*-*-01 00:00:00"
    let first = try read.calendar(text, randomizedDelay: .zero)
    #expect(first.text == text)
    #expect(try read.calendar(text, randomizedDelay: .zero) === first)
    #expect(try read.calendar(text, randomizedDelay: .hours(1)) != first)
    let wish = try read.wish(when: "battery >= 50", whileRunning: nil, relaxations: nil)
    let again = try read.wish(when: "battery >= 50", whileRunning: nil, relaxations: nil)
    #expect(wish.when === again.when && wish.when != nil)
  }

  @Test("Of rows that all say something else no more is held than a bounded amount")
  func bounded() throws {
    let read = ReadConditions()
    weak let first = try read.calendar("*-*-* 00:00:00", randomizedDelay: .zero)
    #expect(first != nil)
    for number in 0..<10_000 {
      _ = try read.calendar("*-*-* 00:00:00", randomizedDelay: TimeSpan(uSec: Int64(number + 1)))
    }
    #expect(first == nil)
  }
}
