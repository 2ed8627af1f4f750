/// Something that takes bytes from outside, with what must hold whatever they are. What does not hold ends
/// the process: to a fuzzer that is a find.
package protocol FuzzTarget: SendableMetatype {
  /// What it is called on the command line, and what its corpus's folder is called.
  static var name: String { get }
  /// Takes an input.
  static func run(_ bytes: UnsafeRawBufferPointer)
}

/// Every target.
package enum FuzzTargets {
  /// In the order in which `make fuzz` takes them.
  package static let all: [any FuzzTarget.Type] = [
    FramesTarget.self, MessagesTarget.self, MethodsTarget.self, ConfigurationTarget.self, TasksTarget.self,
    ManifestsTarget.self, TimesTarget.self, ConditionsTarget.self, CalendarTarget.self, NetlinkTarget.self,
    UeventsTarget.self, PropertiesTarget.self, ReportsTarget.self, StoreTarget.self, SecretsTarget.self,
    TransfersTarget.self, RepliesTarget.self,
  ]
}

/// Ends the process when a promise is broken.
func hold(_ isKept: Bool, _ promise: @autoclosure () -> String) {
  if !isKept { fatalError("broken: \(promise())") }
}
