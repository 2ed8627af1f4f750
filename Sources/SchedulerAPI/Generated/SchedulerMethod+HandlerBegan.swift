// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Reports that the first line of the handler of a run of the caller's user runs. A program calls this once
  /// for a launch that says reportsHandler, best with oneway just before it calls the handler. Other calls
  /// have no effect.
  ///
  /// Errors: NoSuchRun.
  ///
  ///     call  HandlerBegan {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f"}
  ///     reply {}
  package enum HandlerBegan: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.HandlerBegan"
    package typealias Parameters = ShouldDefer.Parameters
    package typealias Reply = Empty
  }
}
