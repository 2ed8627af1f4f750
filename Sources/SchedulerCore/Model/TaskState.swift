/// Where a task is on its way. The names are the protocol's.
package enum TaskState: String, CaseIterable, Sendable {
  /// Its date has not come or a requirement does not hold.
  case waiting
  /// Its program or application is being started.
  case launching
  /// It works.
  case running
  /// It was told to stop and has its grace.
  case expiring
}
