package import SchedulerCore

/// Takes what programs write to their standard output and error. Confined to the executor's queue.
package protocol OutputSink: AnyObject {
  /// How many bytes one ``write(_:_:)`` gets at most: as many as can be dealt with before others on the queue
  /// have their turn.
  var writeLimit: Int { get }
  /// A program was started; its output follows.
  func started(_ run: RunID, identifier: String)
  /// A piece of output, cut anywhere: inside a line, inside a character.
  func write(_ run: RunID, _ bytes: [UInt8])
  /// Nothing more comes from this run. It is called before the run's ``Event/runEnded(_:_:)``.
  func finished(_ run: RunID)
}
