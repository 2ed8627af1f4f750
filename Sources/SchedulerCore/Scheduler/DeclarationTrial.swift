/// What the rules would not take of files, found out without a daemon: a scheduler that holds nothing is
/// given them, so nothing is allowed here that it refuses, and nothing refused that it takes.
package enum DeclarationTrial {
  /// A file that is refused.
  package struct Refusal: Sendable {
    /// Its path.
    package let file: String
    /// Why.
    package let error: SchedulerError
  }

  /// What is refused, in the order of the files.
  /// - Parameters:
  ///   - rules: What a daemon would go by.
  ///   - moment: Dates that have passed by then do not come.
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
