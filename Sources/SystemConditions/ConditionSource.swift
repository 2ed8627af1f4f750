package import SchedulerCore

/// A source of conditions, which watches one side of the machine. It runs on the daemon's queue and waits for
/// the system's events; it never polls.
///
/// A source reports its own fields and no others. Where several know a field, the first in order that knows
/// it now is believed (``PreferredValues``): UPower before ``PowerSupplySource``, NetworkManager before
/// ``NetworkSource``. So services may come and go, and what they do not know is guessed from the kernel.
package protocol ConditionSource: AnyObject {
  /// The source's name in the journal (`power-supply`).
  var name: String { get }
  /// Starts to watch. The handler is called on the daemon's queue: before `start` returns with the present
  /// conditions, and later with changes. A side of the machine that is missing reports nothing, so its fields
  /// stay unknown; that is no error.
  /// - Throws: When the system refuses a call that should work; the message names the call.
  func start(_ handler: @escaping ([ConditionChange]) -> Void) throws
  /// Stops watching. The handler is not called again.
  func stop()
  /// Whether the conditions are known when `start` returns. A source that asks a service knows them later.
  var speaksAtOnce: Bool { get }
}

extension ConditionSource {
  /// The kernel answers at once.
  package var speaksAtOnce: Bool { true }
}

/// A source whose side of the machine has no events, or not all of them, so that it has to be asked.
package protocol RefreshableSource: ConditionSource {
  /// Measures again, and calls the handler before it returns when a condition changed. Called on the daemon's
  /// queue; does nothing when the source is not started. It reads a few small files or makes one system call,
  /// so it goes along with other work, at most once a minute, and needs no timer.
  func refresh()
}
