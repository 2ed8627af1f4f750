public import BackgroundTasks

extension SimulatedScheduler {
  /// One execution of a task. All dates are the simulation's.
  public typealias Run = BGTaskRun
  /// What sort of work a task is.
  public typealias Kind = BGTaskRun.Kind
  /// How a run ended.
  public typealias Outcome = BGTaskRun.Outcome
}
