import SchedulerAPI
import Varlink

/// Every method that has a Swift type.
enum AllMethods {
  static let types: [any VarlinkMethod.Type] = [
    SchedulerMethod.Submit.self, SchedulerMethod.SubmitBatch.self, SchedulerMethod.Cancel.self,
    SchedulerMethod.CancelAll.self, SchedulerMethod.List.self, SchedulerMethod.Get.self,
    SchedulerMethod.Explain.self, SchedulerMethod.History.self, SchedulerMethod.Output.self,
    SchedulerMethod.Watch.self, SchedulerMethod.Register.self, SchedulerMethod.AddIdentifiers.self,
    SchedulerMethod.SetApplicationState.self, SchedulerMethod.Complete.self,
    SchedulerMethod.ReportProgress.self, SchedulerMethod.ShouldDefer.self,
    SchedulerMethod.GetConditions.self, SchedulerMethod.SimulateConditions.self,
    SchedulerMethod.SimulateLaunch.self, SchedulerMethod.SimulateExpiration.self,
    SchedulerMethod.Status.self,
  ]
}
