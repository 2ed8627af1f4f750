/// What the machine does that ends or interrupts everything on it, and says before.
package enum Departure: String, CaseIterable, Sendable {
  /// It is suspended, and goes on later where it was.
  case sleep
  /// It is switched off or boots again.
  case shutdown
}
