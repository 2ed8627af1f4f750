/// The methods of `io.bgtaskd.Scheduler`: each is a type with its name and the types of both its messages.
public enum SchedulerMethod {
  /// The interface's name.
  public static let interface = "io.bgtaskd.Scheduler"
}
