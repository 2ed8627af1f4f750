import LinuxSystem

/// The requests that are sent to the daemon, and stored as they are by its peers: work in the far future,
/// about 280 bytes each.
struct TaskRequests {
  /// The beginning of all identifiers.
  let prefix: String
  private let wait: Wait
  private let command: [String]

  /// The requirements of a task.
  enum Wait {
    /// Power from outside, and a date between one and three days away.
    case powerAndDate
    /// Power from outside only.
    case power
  }

  /// - Parameters:
  ///   - name: A name that is unique in the life of a daemon.
  ///   - command: The command that would run.
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

  /// The exchange for `Submit`, one request a call.
  var single: Exchange { exchange(call) }

  /// Returns the exchange for `SubmitBatch` with this many requests.
  func batch(_ count: Int) -> Exchange {
    let requests = Array(repeating: request, count: count).joined(separator: ",")
    return exchange(
      #"{"method":"io.bgtaskd.Scheduler.SubmitBatch","parameters":{"requests":[\#(requests)]}}"# + "\0",
      operations: count)
  }

  /// The exchange for `Explain`.
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
    // The number is the thousands of the microseconds, so the digits before it change only after 100,000
    // seconds.
    let date = #""earliestBeginUSec":\#(SystemClock.wallUSec / 100_000_000_000 + 2)########000,"#
    let arguments = command.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"identifier":"\#(prefix).########","kind":"processing",\#(wait == .power ? "" : date)"#
      + #""requiresExternalPower":true,"command":{"argv":[\#(arguments)]}}"#
  }
}
