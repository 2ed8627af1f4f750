package import SchedulerCore

/// A receiver of programs' standard output and error. Confined to the executor's queue.
package protocol OutputSink: AnyObject {
  /// The most bytes that one ``write(_:_:)`` gets, so that it does not hold up other work on the queue.
  var writeLimit: Int { get }
  /// Begins the output of a program that was started.
  func started(_ run: RunID, identifier: String)
  /// Takes a piece of output, cut anywhere: inside a line, inside a character.
  func write(_ run: RunID, _ bytes: [UInt8])
  /// Ends the output of a run. Called before the run's ``Event/runEnded(_:_:)``.
  func finished(_ run: RunID)
}
