package import SchedulerCore

/// Watches one side of the machine and says what it saw. It runs on the daemon's queue and waits for the
/// system's events; it never polls.
///
/// A source says what it knows of its fields and nothing of others'. Where several know a field, the first in
/// order that knows it now is believed (``PreferredValues``): UPower before ``PowerSupplySource``,
/// NetworkManager before ``NetworkSource``. So services may come and go, and what they do not know is still
/// known as well as the kernel lets one guess.
package protocol ConditionSource: AnyObject {
  /// What it is called in the journal (`power-supply`).
  var name: String { get }
  /// Begins to watch. The handler is called on the daemon's queue: before `start` returns with what is true
  /// now, and later with what changed. A side of the machine that is not there reports nothing, so its fields
  /// stay unknown; that is no error.
  /// - Throws: When the system refuses something that should work; the message names the call.
  func start(_ handler: @escaping ([ConditionChange]) -> Void) throws
  /// Stops watching. The handler is not called again.
  func stop()
  /// Whether what is true is known when `start` returns. Who asks others hears of it later.
  var speaksAtOnce: Bool { get }
}

extension ConditionSource {
  /// The kernel answers at once.
  package var speaksAtOnce: Bool { true }
}

/// A source whose side of the machine has no events, or not all of them: somebody has to ask.
package protocol RefreshableSource: ConditionSource {
  /// Looks again, and calls the handler before it returns when something changed. On the daemon's queue; does
  /// nothing when the source is not started. It reads a few small files or makes one system call, so
  /// piggyback it on other work, at most once a minute, and no timer is needed for it.
  func refresh()
}
