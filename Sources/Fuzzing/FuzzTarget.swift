// Room Fuzzing: `bgtaskfuzz`: every reader of bytes from outside, with what must hold for any bytes.
// Way in: `FuzzTargets`.
// Must not know: how inputs are found: libFuzzer does.

/// A reader of bytes from outside, with promises that hold for any bytes. A broken promise ends the process,
/// which is a find to a fuzzer.
package protocol FuzzTarget: SendableMetatype {
  /// The name on the command line, and of the corpus's folder.
  static var name: String { get }
  /// Reads an input and checks the promises.
  static func run(_ bytes: UnsafeRawBufferPointer)
}

/// The list of all targets.
package enum FuzzTargets {
  /// The targets in the order in which `make fuzz` takes them.
  package static let all: [any FuzzTarget.Type] = [
    FramesTarget.self, MessagesTarget.self, MethodsTarget.self, ConfigurationTarget.self, TasksTarget.self,
    ManifestsTarget.self, TimesTarget.self, ConditionsTarget.self, CalendarTarget.self, NetlinkTarget.self,
    UeventsTarget.self, PropertiesTarget.self, ReportsTarget.self, StoreTarget.self, SecretsTarget.self,
    TransfersTarget.self, RepliesTarget.self, TracesTarget.self,
  ]
}

/// Ends the process when a promise is broken.
func hold(_ isKept: Bool, _ promise: @autoclosure () -> String) {
  if !isKept { fatalError("broken: \(promise())") }
}
