/// The answer of a check.
package struct CheckFinding: Hashable, Sendable {
  /// Whether the condition holds; `nil` when it could not be checked, which counts for neither side.
  package let holds: Bool?
  /// The answer in few words for people: `exit status 1`.
  package let words: String

  package init(holds: Bool?, words: String) { (self.holds, self.words) = (holds, words) }

  /// Reads the answer from the end of the check's program: its exit status, or that it gave none in time.
  /// - Parameter words: The output of the program, if any.
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
    case .unknown: self.init(unasked: "how it ended is unknown")
    }
  }

  /// Creates the answer of a check that could not be asked, for this reason.
  package init(unasked reason: String) { self.init(holds: nil, words: "could not be checked: \(reason)") }

  /// Compares the load of the last minute for each processor, in hundredths; `nil` is unknown.
  package init(load found: Int?, _ comparison: Comparison, _ hundredths: Int) {
    guard let found else {
      self.init(unasked: "the kernel does not say")
      return
    }
    self.init(holds: comparison.holds(found, hundredths), words: "\(ConditionCheck.decimal(found)) per core")
  }
}

/// A check that is being asked.
package struct CheckRequest: Hashable, Sendable {
  /// The name of the check and of the program that asks it.
  package let id: RunID
  /// The condition to ask for, and the user as whom it is asked.
  package let check: ConditionCheck
  /// The time that the check may take.
  package let limit: TimeSpan
}
