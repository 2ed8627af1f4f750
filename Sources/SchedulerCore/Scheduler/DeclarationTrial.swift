/// A trial of declarations without a daemon. An empty scheduler takes them in, so the trial refuses exactly
/// the files that a daemon would refuse.
package enum DeclarationTrial {
  /// A file whose declaration is refused.
  package struct Refusal: Sendable {
    /// The path of the file.
    package let file: String
    /// The error with which it is refused.
    package let error: SchedulerError
  }

  /// Returns the refused declarations, in the order of the files.
  /// - Parameters:
  ///   - rules: The configuration of the daemon.
  ///   - moment: The current time: earlier dates do not come.
  package static func refusals(
    of set: DeclarationSet, under rules: SchedulerConfiguration, at moment: Moment
  ) -> [Refusal] {
    var scheduler = Scheduler(configuration: rules, seed: 0)
    var refusals: [Refusal] = []
    var event = Event.started(sameBoot: true, surviving: [], ended: [:], declared: set)
    while true {
      var goesOn = false
      for directive in scheduler.handle(event, at: moment).directives {
        switch directive {
        case .report(.declarationRefused(_, let file, let error)):
          refusals.append(Refusal(file: file, error: error))
        case .goOn: goesOn = true
        default: break
        }
      }
      scheduler.commit()
      guard goesOn else { return refusals }
      event = .goOn
    }
  }
}
