import Foundation
import Testing

@testable import SchedulerCore

@Suite("The rule of windows")
struct WindowRuleTests {
  @Test("Its exponentials are those of the C library, as far as 1e-12")
  func curves() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<10_000 {
      let x = Double.random(in: 1e-6...1e6, using: &random)
      let y = Double.random(in: -30...30, using: &random)
      #expect(abs(Curve.exponential(y) / exp(y) - 1) < 1e-12)
      #expect(abs(Curve.logarithm(x) - log(x)) < 1e-12)
      #expect(abs(Curve.power(x, 0.35) / pow(x, 0.35) - 1) < 1e-11)
    }
    #expect(Curve.power(0, 0.35) == 0 && Curve.exponential(-10_000) >= 0)
  }

  /// The rule after windows of these lengths, one every six hours.
  private static func rule(
    _ lengths: [TimeSpan], need: TimeSpan = .minutes(10), left: TimeSpan? = nil
  ) -> WindowRule {
    var record = WindowRecord(requirements: .idle, countedTo: .at(0))
    for (number, length) in lengths.enumerated() {
      record.end(after: length, at: .at(6 * 3600 * Double(number + 1)), WindowModel())
    }
    return WindowRule(
      record, WindowUnrest(), Patience(need: need, left: left), WindowModel(), spansLapses: false)
  }

  @Test("It starts at the first age at which waiting costs more than it saves, by the formula")
  func formula() {
    let lengths = [TimeSpan.seconds(20), .minutes(3), .minutes(45), .seconds(8), .hours(2)]
    let rule = Self.rule(lengths, left: .hours(20))
    let (n, days, shape, scale) = (5.0, 5 * 0.25, 0.35, 470.0)
    let sum = lengths.reduce(0) { $0 + pow($1.inSeconds / scale, shape) }
    let rate = (3 + n) / (3 + sum)
    let perDay = (n + 3) / (days + 0.75) * exp(-rate * pow(600 / scale, shape))
    let another = 1 - exp(-0.5 * perDay * (24 * 3600 - 600) / 86_400)
    func isWorthIt(_ age: Double) -> Bool {
      // No window has ended lately.
      let finish = exp(-0.7 * rate * (pow((age + 600) / scale, shape) - pow(age / scale, shape)))
      let price = 60.0 / 600
      return pow((age + 600) / age, 1 - shape) * price <= finish * (1 - another + price)
    }
    let first = (1...3600).first { isWorthIt(Double($0)) }
    #expect(rule.hold == .seconds(Int64(first!)))
    #expect(abs(rule.chanceOfAnother - another) < 1e-6)
  }

  @Test("Short windows make it wait longer, a near deadline less, and of long windows more last")
  func learns() {
    let usual = Self.rule([.minutes(3)]).hold
    #expect(Self.rule(Array(repeating: .seconds(20), count: 40)).hold > usual)
    let long = Self.rule(Array(repeating: .hours(8), count: 40))
    #expect(long.chanceToFinish(at: .zero) > Self.rule([.minutes(3)]).chanceToFinish(at: .zero))
    #expect(Self.rule([.minutes(3)], left: .minutes(50)).hold < usual)
    #expect(Self.rule([]).hold == .minutes(2))
    #expect(Self.rule([.minutes(3)], need: .seconds(60)).hold == .seconds(20))
  }

  @Test("Windows that ended lately make it wait longer, and are forgotten within hours")
  func unrest() {
    var record = WindowRecord(requirements: .idle, countedTo: .at(0))
    record.end(after: .minutes(8), at: .at(6 * 3600), WindowModel())
    func hold(_ unrest: WindowUnrest) -> TimeSpan {
      WindowRule(
        record, unrest, Patience(need: .minutes(10), left: nil), WindowModel(), spansLapses: false
      ).hold
    }
    var unrest = WindowUnrest()
    let quiet = hold(unrest)
    var last = quiet
    for _ in 0..<4 {
      unrest.add(after: .minutes(1))
      #expect(hold(unrest) > last)
      last = hold(unrest)
    }
    for _ in 0..<1000 { unrest.add(after: .seconds(1)) }
    #expect(unrest.count <= 7 && hold(unrest) <= .hours(1))
    unrest.add(after: .hours(12))
    #expect(hold(unrest) - quiet <= .seconds(1))
  }

  @Test("No record, however strange, makes it wait for longer than an hour, or starts a task at once")
  func bounded() {
    for count in [Int64.min, 0, 1, .max] {
      for sum in [Int64.min, 0, 1, .max] {
        for span in [Int64.min, 0, .max] {
          var record = WindowRecord(requirements: .idle, countedTo: WallTime(uSec: span))
          (record.count, record.sum, record.span) = (count, sum, TimeSpan(uSec: span))
          for need in [TimeSpan.seconds(1), .minutes(5), .hours(100)] {
            let patience = Patience(need: need, left: nil)
            let rule = WindowRule(
              record.checked, WindowUnrest(), patience, WindowModel(), spansLapses: true)
            #expect(rule.hold >= .seconds(1) && rule.hold <= .hours(1))
            #expect((0...1).contains(rule.chanceToFinish(at: .seconds(9))))
          }
        }
      }
    }
  }

  @Test("Patience keeps what it was made of, in one byte, and knows when it changes")
  func patience() {
    let date = WallTime.at(0)
    for need in [1, 20, 600, 1800, 86_400] {
      for left in stride(from: 0.0, through: 400_000, by: 5_000) {
        let patience = Patience(need: .of(Double(need)), left: .of(left))
        #expect(Patience(rawValue: patience.rawValue) == patience)
        guard let next = patience.next(before: date) else { continue }
        let leftThen = date - next
        #expect(leftThen < .of(left))
        #expect(Patience(need: .of(Double(need)), left: leftThen) != patience)
        #expect(Patience(need: .of(Double(need)), left: leftThen + TimeSpan(uSec: 1)) == patience)
      }
    }
  }
}
