/// What a check has found.
package struct CheckFinding: Hashable, Sendable {
  /// Whether it is so; nil when it could not be asked, which counts neither for the condition nor against it.
  package let holds: Bool?
  /// The same in few words for people: `exit status 1`.
  package let words: String

  package init(holds: Bool?, words: String) { (self.holds, self.words) = (holds, words) }

  /// What the end of the program says that asked: its exit status is the answer, and none in time is one.
  /// - Parameter words: What it has said besides, if anything.
  package init(_ exit: Exit, words: String?, of request: CheckRequest, isLate: Bool) {
    let isCommand = request.check.isCommand
    switch exit {
    case .status(0): self.init(holds: true, words: words ?? "yes")
    case .status(1) where !isCommand: self.init(holds: false, words: words ?? "no")
    case .status(let status) where isCommand: self.init(holds: false, words: "exit status \(status)")
    case _ where isLate: self.init(holds: false, words: "no answer within \(request.limit.shortText)")
    case .status(let status): self.init(unasked: words ?? "bgtaskctl ended with status \(status)")
    case .signal(let name): self.init(unasked: "ended by \(name)")
    case .outOfMemory: self.init(unasked: "out of memory")
    case .unknown: self.init(unasked: "nobody knows how it ended")
    }
  }

  /// It could not be asked, for this reason.
  package init(unasked reason: String) { self.init(holds: nil, words: "could not be asked: \(reason)") }

  /// What the load of the last minute for each processor says, in hundredths; nil is not known.
  package init(load found: Int?, _ comparison: Comparison, _ hundredths: Int) {
    guard let found else {
      self.init(unasked: "the kernel does not say")
      return
    }
    self.init(holds: comparison.holds(found, hundredths), words: "\(ConditionCheck.decimal(found)) per core")
  }
}

/// A question that is being asked.
package struct CheckRequest: Hashable, Sendable {
  /// Its name, and that of the program which asks.
  package let id: RunID
  /// What is asked, and as whom.
  package let check: ConditionCheck
  /// Within so long.
  package let limit: TimeSpan
}
