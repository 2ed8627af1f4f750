/// The rule by which a window is long enough. A task starts at the first age of its window at which a moment
/// more of waiting loses more finishes than it saves wasted starts.
struct WindowRule {
  /// The hold of work of a minute, and of work that goes on where it left off.
  private static let shortHold = TimeSpan.seconds(20)
  /// The hold before the first window has ended.
  private static let untaughtHold = TimeSpan.minutes(2)
  private static let longestHold = TimeSpan.hours(1)

  let patience: Patience
  private let record: WindowRecord?
  private let unrest: WindowUnrest
  private let spansLapses: Bool
  private let model: WindowModel
  private let need, left, price: Double
  /// The hazard of the present window, beside the model's.
  private let rate: Double
  /// The number of windows a day that last for the work.
  private let windowsPerDay: Double
  private let isTaught: Bool

  /// - Parameters:
  ///   - record: The windows that have ended; `nil` before the first one has.
  ///   - unrest: The windows that ended lately.
  ///   - spansLapses: Whether a lapse ends no run.
  init(
    _ record: WindowRecord?, _ unrest: WindowUnrest, _ patience: Patience,
    _ model: WindowModel, spansLapses: Bool
  ) {
    self.patience = patience
    (self.record, self.unrest, self.spansLapses) = (record, unrest, spansLapses)
    self.model = model
    need = patience.need.inSeconds
    left = max(patience.horizon.inSeconds - need, 0) / 86_400
    let ofTenMinutes = spansLapses ? model.priceWithLapses : model.price
    price = min(0.25, ofTenMinutes / (600 * max(need, 1)).squareRoot())
    let (count, sum) = (Double(record?.count ?? 0), Double(record?.sum ?? 0) / 1e6)
    let days = (record?.span ?? .zero).inSeconds / 86_400
    let usualRate = (model.prior + count) / (model.prior + sum)
    rate = usualRate * unrest.factor(model)
    windowsPerDay =
      (count + model.prior) / (days + model.prior / model.usualRate)
      * Curve.exponential(-usualRate * model.measure(need))
    isTaught = count >= 1
  }

  /// Returns the chance that a window of this age lasts as long as the work needs.
  func chanceToFinish(at age: TimeSpan) -> Double { chanceToFinish(max(age.inSeconds, 1)) }

  private func chanceToFinish(_ age: Double) -> Double {
    Curve.exponential(-rate * (model.measure(age + need) - model.measure(age)))
  }

  /// The chance of another window that lasts, before the task is late.
  var chanceOfAnother: Double { 1 - Curve.exponential(-model.chance * windowsPerDay * left) }

  /// Returns the rule for the same window and other terms.
  func with(_ patience: Patience) -> WindowRule {
    WindowRule(record, unrest, patience, model, spansLapses: spansLapses)
  }

  /// The age at which a window is long enough; zero where nothing is waited for.
  var hold: TimeSpan {
    if patience.isNone { return .zero }
    if let fixed = model.fixedHold { return fixed }
    if need <= 60 { return Self.shortHold }
    guard isTaught else { return Self.untaughtHold }
    let toLose = 1 - chanceOfAnother + price
    // The gain of waiting falls with the age, and its loss rises.
    var (low, high): (Int64, Int64) = (1, Self.longestHold.uSec / 1_000_000)
    while low < high {
      let middle = (low + high) / 2
      let age = Double(middle)
      let saved = Curve.power((age + need) / age, 1 - model.shape) * price
      if saved <= chanceToFinish(age) * toLose { high = middle } else { low = middle + 1 }
    }
    return .seconds(low)
  }
}
