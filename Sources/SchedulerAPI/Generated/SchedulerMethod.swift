// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

/// The methods of `io.bgtaskd.Scheduler`.
public enum SchedulerMethod {
  /// The interface's name.
  public static let interface = "io.bgtaskd.Scheduler"
  /// The names of all methods, without the interface.
  public static let names = [
    "Submit",
    "SubmitBatch",
    "Get",
    "Explain",
    "List",
    "Cancel",
    "CancelAll",
    "Register",
    "AddIdentifiers",
    "SetApplicationState",
    "ShouldDefer",
    "ReportProgress",
    "Complete",
    "History",
    "Output",
    "Watch",
    "GetConditions",
    "SimulateConditions",
    "SimulateLaunch",
    "SimulateExpiration",
    "Status"
  ]
}
