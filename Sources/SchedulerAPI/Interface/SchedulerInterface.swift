public import Varlink

/// The interface `io.bgtaskd.Scheduler`, as the protocol file of the project describes it.
public enum SchedulerInterface {
  /// The protocol file, which was embedded when this was built.
  public static let description: InterfaceDescription = {
    let text = String(decoding: PackageResources.io_bgtaskd_Scheduler_varlink, as: UTF8.self)
    do throws(InterfaceDescriptionError) {
      return try InterfaceDescription(text)
    } catch {
      fatalError("io.bgtaskd.Scheduler.varlink, \(error)")
    }
  }()

  /// The methods that may only be called with `more`.
  public static let methodsThatStream: Set<String> = [
    SchedulerMethod.Watch.name, SchedulerMethod.Register.name,
  ]
}
