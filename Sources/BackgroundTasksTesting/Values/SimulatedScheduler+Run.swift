public import BackgroundTasks

extension SimulatedScheduler {
  /// One execution of a task. All dates are the simulation's.
  public typealias Run = BGTaskRun
  /// The kind of a task's work.
  public typealias Kind = BGTaskRun.Kind
  /// The outcome of a run.
  public typealias Outcome = BGTaskRun.Outcome
}
