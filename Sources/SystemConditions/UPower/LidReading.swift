package import LinuxSystem
package import SchedulerCore

/// What UPower's properties say of the lid (UPower's reference, org.freedesktop.UPower). Pure.
package struct LidReading: Hashable, Sendable {
  /// Those that matter.
  package static let properties: Set<String> = ["LidIsClosed", "LidIsPresent"]

  /// The lid is closed; false of a machine without one, nil where that is not told.
  package var isClosed: Bool?

  /// Interprets the properties that are known.
  package init(_ properties: [String: BusValue]) {
    guard let isPresent = properties["LidIsPresent"]?.flag else { return }
    isClosed = isPresent ? properties["LidIsClosed"]?.flag : false
  }

  /// The same for those who listen: behind a closed lid, a machine that is docked is used on another screen.
  /// - Parameter isDocked: It is in a dock or has other screens; nil is not known.
  package func change(isDocked: Bool?) -> ConditionChange {
    .flag(.lidClosed, isClosed.map { $0 && isDocked != true })
  }
}
