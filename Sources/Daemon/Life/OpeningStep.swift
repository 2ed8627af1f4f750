import TaskStore

/// A step of the opening, and how much of it is done.
struct OpeningStep: Hashable, Sendable {
  var what: Work
  /// The share that is done, where that can be said.
  var share: Share?

  struct Share: Hashable, Sendable {
    var done: Int
    var all: Int
  }

  var text: String { share.map { "\(what.rawValue): \($0.done) of \($0.all)" } ?? what.rawValue }

  /// The kind of work, in the words of `systemctl status`.
  enum Work: String {
    case waiting = "Waiting for the state directory"
    case migrating = "Bringing the state file up to date"
    case checking = "Checking the state file"
    case surveying = "Reading the state file"
    case reading = "Reading tasks"
    case measuring = "Adding up what tasks take in memory"
    case tidying = "Tidying up the state file"
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
