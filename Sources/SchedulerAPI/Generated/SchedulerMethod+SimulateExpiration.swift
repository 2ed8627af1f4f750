// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Tells a running task that its time is up.
  ///
  /// Errors: InvalidRequest, NoSuchTask (it does not run).
  ///
  ///     call  SimulateExpiration {"identifier":"org.example.index"}
  ///     reply {}
  ///     reply Watch {"event":"expiring","run":{"runId":"92b1c7d0e4f35a687980a1b2c3d4e5f6",
  ///             "stopReason":{"code":"simulated","message":"a person told it to stop",…},…},
  ///             "timeUSec":1767225600000000}
  package enum SimulateExpiration: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.SimulateExpiration"
    package typealias Parameters = SimulateLaunch.Parameters
    package typealias Reply = Empty
  }
}
