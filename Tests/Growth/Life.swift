import SchedulerCore

/// Occasions that follow one another in the life of a daemon.
struct Life: Sendable {
  let name: String
  let occasions: [Occasion]
  var places = Places.few
  /// There are no more of them; nil is any number.
  var most: Int?
  /// Before each occasion but the first all tasks wait again.
  var isCalm = false

  static let all: [Life] = [
    Life(name: "waiting", occasions: Occasion.waiting, isCalm: true),
    Life(name: "running", occasions: Occasion.running),
    Life(name: "together", occasions: Occasion.together, places: .enough, most: Self.mostRuns),
    Life(name: "declared", occasions: Occasion.declared, most: Self.mostFiles),
  ]

  /// `MaxConcurrentRuns=` allows no more.
  private static let mostRuns = 10_000

  /// No more files of `tasks.d` are read: 1,000. Five times as many show how the cost grows.
  private static let mostFiles = 5_000

  /// What has nothing to do with the tasks costs so little that it is looked at several times.
  private static let repetitions = 10

  /// The sizes of which it can be lived: what is more than there may be is lived once, with as many as there
  /// may be.
  func sizes(_ sizes: [Int]) -> [Int] {
    guard let most, let first = sizes.firstIndex(where: { $0 > most }) else { return sizes }
    return sizes[..<first] + [most]
  }

  /// What a life has shown.
  struct Lived {
    /// Of each occasion; nil is more than anybody waits for.
    var costs: [Cost?] = []
    /// Why that shows nothing.
    var problems: Set<String> = []
    /// What all of it has taken of the processor, in nanoseconds.
    var spent: Int64 = 0
  }

  /// The life of a daemon with these tasks. What takes longer than `patience` is not lived to its end.
  func lived(by population: Population, patience: Int64) -> Lived {
    var daemon = SimulatedDaemon(population, places: places, patience: patience)
    var lived = Lived()
    for (number, occasion) in occasions.enumerated() {
      if isCalm, number > 0 { daemon.calmDown() }
      lived.costs.append(Self.cost(of: occasion, &daemon))
    }
    (lived.problems, lived.spent) = (daemon.problems, daemon.spent)
    return lived
  }

  private static func cost(of occasion: Occasion, _ daemon: inout SimulatedDaemon) -> Cost? {
    var least: Cost?
    for _ in 0..<(occasion.growth == .notAtAll ? repetitions : 1) {
      daemon.beginCounting()
      occasion.happens(&daemon)
      least = Cost.least(least, daemon.cost)
    }
    return daemon.isExhausted ? nil : least
  }
}
