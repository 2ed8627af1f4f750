// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

/// The methods of `io.bgtaskd.Scheduler`.
package enum SchedulerMethod {
  /// The interface's name.
  package static let interface = "io.bgtaskd.Scheduler"
  /// The names of all methods, without the interface.
  package static let names = [
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
    "HandlerBegan",
    "Complete",
    "History",
    "Output",
    "Watch",
    "GetConditions",
    "WaitFor",
    "ListWaiting",
    "BeginAssertion",
    "ListAssertions",
    "Pause",
    "Resume",
    "ListPauses",
    "SimulateConditions",
    "SimulateLaunch",
    "SimulateExpiration",
    "Status"
  ]
}
