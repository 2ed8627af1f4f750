import LinuxSystem

/// The requests that are sent to the daemon, and stored as they are by its peers: work that is far away,
/// about 280 bytes each.
struct TaskRequests {
  /// What all identifiers begin with.
  let prefix: String
  private let wait: Wait
  private let command: [String]

  /// What a task waits for.
  enum Wait {
    /// Power from outside, and a date between one and three days away.
    case powerAndDate
    /// Power from outside only.
    case power
  }

  /// - Parameters:
  ///   - name: Unique in the life of a daemon.
  ///   - command: What would run.
  init(
    _ name: String, wait: Wait = .powerAndDate,
    command: [String] = ["/usr/bin/rsync", "--archive", "/home/", "/mnt/backup/"]
  ) {
    prefix = "org.example.bench.\(name)"
    self.wait = wait
    self.command = command
  }

  /// One call of `Submit`, with its NUL byte.
  var call: String {
    #"{"method":"io.bgtaskd.Scheduler.Submit","parameters":{"request":\#(request)}}"# + "\0"
  }

  /// `Submit`, one request a call.
  var single: Exchange { exchange(call) }

  /// `SubmitBatch` with so many requests.
  func batch(_ count: Int) -> Exchange {
    let requests = Array(repeating: request, count: count).joined(separator: ",")
    return exchange(
      #"{"method":"io.bgtaskd.Scheduler.SubmitBatch","parameters":{"requests":[\#(requests)]}}"# + "\0",
      operations: count)
  }

  /// `Explain`.
  var explanation: Exchange {
    exchange(
      #"{"method":"io.bgtaskd.Scheduler.Explain","parameters":{"identifier":"\#(prefix).########"}}"# + "\0")
  }

  private func exchange(_ call: String, operations: Int = 1) -> Exchange {
    Exchange(
      request: call, operations: operations, terminator: "", success: #"{"parameters":"#,
      failure: #""error":"#)
  }

  private var request: String {
    // Microseconds, of which the number is the thousands: 100,000 seconds go by before the digits in front
    // of it change.
    let date = #""earliestBeginUSec":\#(SystemClock.wallUSec / 100_000_000_000 + 2)########000,"#
    let arguments = command.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"identifier":"\#(prefix).########","kind":"processing",\#(wait == .power ? "" : date)"#
      + #""requiresExternalPower":true,"command":{"argv":[\#(arguments)]}}"#
  }
}
