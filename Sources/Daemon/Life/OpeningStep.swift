import TaskStore

/// What is done before there is a shell, and how much of it.
struct OpeningStep: Hashable, Sendable {
  var what: Work
  /// So many of how many, where that can be said.
  var share: Share?

  struct Share: Hashable, Sendable {
    var done: Int
    var all: Int
  }

  var text: String { share.map { "\(what.rawValue): \($0.done) of \($0.all)" } ?? what.rawValue }

  /// In the words of `systemctl status`.
  enum Work: String {
    case waiting = "Waiting for the state directory"
    case migrating = "Bringing the state file up to date"
    case checking = "Checking the state file"
    case surveying = "Reading the state file"
    case reading = "Reading tasks"
    case measuring = "Adding up what tasks take in memory"
    case tidying = "Tidying up the state file"
    case restoring = "Taking over tasks"
  }
}

extension OpeningStep {
  init(_ progress: StoreProgress) {
    switch progress {
    case .waiting: self.init(what: .waiting)
    case .migrating: self.init(what: .migrating)
    case .checking: self.init(what: .checking)
    case .surveying: self.init(what: .surveying)
    case .reading(let done, let all): self.init(what: .reading, share: Share(done: done, all: all))
    case .measuring(let done, let all): self.init(what: .measuring, share: Share(done: done, all: all))
    case .tidying: self.init(what: .tidying)
    }
  }
}

/// When it is said how far an opening is: once in a second, and when it comes to something else. Of one that
/// is over within the first second nothing is said.
struct ProgressPace {
  private static let restUSec: Int64 = 1_000_000

  private let began: Int64
  private var said: (what: OpeningStep.Work, at: Int64)?

  /// - Parameter since: The clock at the beginning, in microseconds.
  init(since: Int64) { began = since }

  /// Whether this is to be said now; the caller says it then.
  mutating func isDue(_ step: OpeningStep, at now: Int64) -> Bool {
    if let said {
      guard said.what != step.what || now - said.at >= Self.restUSec else { return false }
    } else {
      guard now - began >= Self.restUSec else { return false }
    }
    said = (step.what, now)
    return true
  }
}
