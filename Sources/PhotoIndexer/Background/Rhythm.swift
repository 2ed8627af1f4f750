import BackgroundTasks

/// When the background work is asked for.
struct Rhythm: Sendable {
  /// Seconds from one look at the folder to the next, at least.
  var refreshInterval: TimeInterval = 3600
  /// Whether photos are only read on external power.
  var requiresExternalPower = true
  /// How long a scheduler that is away is waited for, from try to try: a minute and a half in all.
  var submissionPauses: [Duration] =
    [.milliseconds(100), .milliseconds(500), .seconds(1)]
    + Array(repeating: .seconds(3), count: 30)
}
