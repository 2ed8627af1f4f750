import BackgroundTasks

/// When the background work is asked for.
struct Rhythm: Sendable {
  /// Seconds from one look at the folder to the next, at least.
  var refreshInterval: TimeInterval = 3600
  /// Whether photos are only read on external power.
  var requiresExternalPower = true
  /// How often a run asks whether it should come back later.
  var deferPause = Duration.seconds(1)
  /// How many seconds a scheduler that is away is waited for, from try to try: a minute and a half in all.
  var submissionPauses: [TimeInterval] = [0.1, 0.5, 1] + Array(repeating: 3, count: 30)
}
