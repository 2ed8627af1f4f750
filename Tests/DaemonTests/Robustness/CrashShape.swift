import SchedulerAPI
import SchedulerCore

/// The kinds of tasks that the clients of the crash loop submit.
enum CrashShape: String, CaseIterable {
  /// Nothing but an exit status, at once.
  case short
  /// Notes its run, at once.
  case noting
  /// Notes its run and goes on for a while, so that many a kill finds it at work.
  case slow
  /// Notes its run, and asks to be tried again until it has been noted three times.
  case retrying
  /// Notes its run every second, until it is cancelled.
  case repeating
  /// Would note its run tomorrow.
  case future

  /// The shape of a task that was submitted under this name.
  init?(identifier: String) {
    guard let word = identifier.split(separator: ".").last else { return nil }
    self.init(rawValue: String(word))
  }

  private static let note = #"echo "$BGTASK_IDENTIFIER $BGTASK_RUN_ID" >> "$NOTES""#

  private var argv: [String] {
    switch self {
    case .short: ["/bin/true"]
    case .noting, .repeating, .future: ["/bin/sh", "-c", Self.note]
    case .slow: ["/bin/sh", "-c", "\(Self.note); exec sleep 0.2"]
    case .retrying:
      [
        "/bin/sh", "-c",
        #"\#(Self.note); test "$(grep -c "^$BGTASK_IDENTIFIER " "$NOTES")" -ge 3 || exit 75"#,
      ]
    }
  }

  /// A request for such a task.
  /// - Parameters:
  ///   - name: Unique in the loop; the identifier is this and the shape.
  ///   - notes: The file in which programs note their runs, a line each.
  func request(_ name: String, notes: String, nowUSec: Int64) -> Wire.TaskRequest {
    var request = Wire.TaskRequest(
      identifier: "\(name).\(rawValue)", kind: .processing,
      command: Wire.Command(argv: argv, environment: ["NOTES": notes]))
    switch self {
    case .short, .noting, .slow: break
    case .retrying:
      request.retry = Wire.Retry(
        backoff: .exponential, initialDurationUSec: 1000, maximumDurationUSec: 50_000, maximumAttempts: 100)
    case .repeating: request.repeatDurationUSec = 1_000_000
    case .future: request.earliestBeginUSec = nowUSec + 86_400_000_000
    }
    return request
  }
}
