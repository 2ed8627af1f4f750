// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (privileged) Deletes the record of conditions. With RecordConditions= it begins anew, with the present
  /// conditions.
  ///
  /// Errors: PermissionDenied, Unavailable.
  ///
  ///     call  ForgetRecord {}
  ///     reply {}
  package enum ForgetRecord: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.ForgetRecord"
    package typealias Parameters = Empty
    package typealias Reply = Empty
  }
}
