package import LinuxSystem
package import SchedulerCore

/// The lid by UPower's properties (UPower's reference, org.freedesktop.UPower). Pure.
package struct LidReading: Hashable, Sendable {
  /// The properties that are read.
  package static let properties: Set<String> = ["LidIsClosed", "LidIsPresent"]

  /// Whether the lid is closed; false of a machine without one, nil where that is not told.
  package var isClosed: Bool?

  /// Interprets the properties that are known.
  package init(_ properties: [String: BusValue]) {
    guard let isPresent = properties["LidIsPresent"]?.flag else { return }
    isClosed = isPresent ? properties["LidIsClosed"]?.flag : false
  }

  /// Returns the condition: behind a closed lid, a machine that is docked is used on another screen.
  /// - Parameter isDocked: Whether it is in a dock or has other screens; nil is unknown.
  package func change(isDocked: Bool?) -> ConditionChange {
    .flag(.lidClosed, isClosed.map { $0 && isDocked != true })
  }
}
