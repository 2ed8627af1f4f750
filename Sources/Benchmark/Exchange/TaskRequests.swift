import LinuxSystem

/// The requests that are sent to the daemon, and stored as they are by its peers: work that is far away,
/// about 280 bytes each.
struct TaskRequests {
  /// What the identifiers of a load begin with; unique in the life of a daemon.
  let prefix: String
  /// What it waits for.
  var wait = Wait.date
  /// What would run.
  var command = ["/usr/bin/rsync", "--archive", "/home/", "/mnt/backup/"]

  /// What a task waits for, beside power from outside.
  enum Wait {
    /// A date between one and three days away.
    case date
    /// Nothing else.
    case nothingElse
  }

  init(_ name: String) { prefix = "org.example.bench.\(name)" }

  /// The identifier of the task that has this number.
  func identifier(_ number: Int) -> String {
    let digits = String(number)
    return "\(prefix).\(String(repeating: "0", count: 8 - digits.count))\(digits)"
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
    return #"{"identifier":"\#(prefix).########","kind":"processing",\#(wait == .date ? date : "")"#
      + #""requiresExternalPower":true,"command":{"argv":[\#(command.map { "\"\($0)\"" }.joined(separator: ","))]}}"#
  }
}
