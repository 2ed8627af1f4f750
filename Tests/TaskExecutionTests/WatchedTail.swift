import Dispatch
import SchedulerCore
import TaskExecution

/// An ``OutputTail`` that says when something was written.
final class WatchedTail: OutputSink {
  let tail = OutputTail()
  let written = DispatchSemaphore(value: 0)
  var writeLimit: Int { tail.writeLimit }

  func started(_ run: RunID, identifier: String) { tail.keep(run) }

  func write(_ run: RunID, _ bytes: [UInt8]) {
    tail.write(run, bytes)
    written.signal()
  }

  func finished(_ run: RunID) { tail.finished(run) }
}
