import SchedulerAPI
import SchedulerCore
import Varlink

/// The output of one run, as far as it is kept.
struct StoredOutput {
  let run: Wire.Run
  private(set) var reply: SchedulerMethod.Output.Reply
  private(set) var json: [UInt8]
  /// Whether lines were left out because fewer were asked for.
  private(set) var isCut = false

  init(run: Wire.Run, reply: SchedulerMethod.Output.Reply, json: [UInt8]) {
    (self.run, self.reply, self.json) = (run, reply, json)
  }

  /// Whether the run's program never started, so that there is no output.
  var hasNotStarted: Bool {
    switch run.outcome {
    case .launchFailed, .missed: true
    case .leaseLost: run.endedUSec == run.startedUSec
    default: false
    }
  }

  /// Keeps only this many of the last lines.
  /// - Returns: The number of lines that are left.
  mutating func keepLast(_ count: Int) -> Int {
    let output = Array(reply.output.utf8)
    guard !output.isEmpty else { return 0 }
    let newline = UInt8(ascii: "\n")
    var found = 1
    var start = output.count - 1
    // The newline at the end belongs to the last line.
    while start > 0 {
      if output[start - 1] == newline {
        if found == count { break }
        found += 1
      }
      start -= 1
    }
    guard start > 0 else { return found }
    isCut = true
    reply.output = String(decoding: output[start...], as: UTF8.self)
    reply.truncated = true
    json = reply.json
    return found
  }
}
