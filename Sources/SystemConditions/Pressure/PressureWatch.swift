import Dispatch
import LinuxSystem
import SchedulerCore

/// A watch of one resource. Without pressure it waits for the kernel's event. Under pressure it does not
/// listen, because the kernel repeats the event every window as long as the pressure lasts; a timer checks
/// from time to time for a repetition, and ends with the pressure.
///
/// An event needs proof. A new trigger was seen to fire within two seconds at thresholds that no load had
/// come near (10 s of 10 s; Linux 6.18), so an event counts only when the file's total has grown by its
/// claim. If that refuses a real one, because only part of its stall is younger than the last reading, the
/// next comes a window later.
final class PressureWatch {
  private enum State {
    case waiting(ReadWatch)
    case pressed(Countdown)
    case over
  }

  private let trigger: PriorityPoll
  private let threshold: PressureThreshold
  private let hold: TimeSpan
  private let queue: DispatchQueue
  private let read: () -> PressureReading?
  private let handler: (Bool?) -> Void
  private var state = State.over
  private var last: PressureReading?

  /// Watches a trigger. Pressure is on from the start where the average of the last 10 s is above the
  /// threshold's share.
  /// - Parameters:
  ///   - read: Reads the file that the trigger was set on.
  ///   - handler: Called on the queue when pressure begins and ends; with nil when the trigger broke.
  init(
    _ trigger: PriorityPoll, _ threshold: PressureThreshold, hold: TimeSpan, queue: DispatchQueue,
    read: @escaping () -> PressureReading?, _ handler: @escaping (Bool?) -> Void
  ) {
    self.trigger = trigger
    self.threshold = threshold
    self.hold = hold
    self.queue = queue
    self.read = read
    self.handler = handler
    last = read()
    if last.map({ $0.share >= threshold.share }) ?? false { press() } else { wait() }
  }

  /// Whether there is pressure now; nil when the trigger broke or the watch is over.
  var isPressed: Bool? {
    switch state {
    case .waiting: false
    case .pressed: true
    case .over: nil
    }
  }

  /// Ends the watch; the handler is not called again.
  func cancel() {
    switch state {
    case .waiting(let watch): watch.cancel()
    case .pressed(let countdown): countdown.cancel()
    case .over: break
    }
    state = .over
  }

  deinit { cancel() }

  private func wait() {
    cancel()
    // Being readable is the event; see PriorityPoll.
    state = .waiting(
      ReadWatch(trigger.number, owner: trigger, queue: queue) { [weak self] in self?.hear() })
  }

  private func press() {
    cancel()
    // Each look starts the next countdown.
    state = .pressed(
      Countdown(uSec: hold.uSec, leewayUSec: hold.uSec / 10, queue: queue) { [weak self] in self?.look() })
  }

  private func hear() {
    if trigger.take() == .failure { return fail() }
    guard isConfirmed() else { return }
    press()
    handler(true)
  }

  private func look() {
    switch trigger.take() {
    case .failure: fail()
    case .event where isConfirmed(): press()
    case .event, .nothing:
      wait()
      handler(false)
    }
  }

  /// Whether the total grew by an event's claim since the last event or look. A file that cannot be read
  /// proves nothing against the event.
  private func isConfirmed() -> Bool {
    let now = read()
    defer { last = now }
    guard let now, let last else { return true }
    return now.confirms(threshold, since: last)
  }

  private func fail() {
    cancel()
    handler(nil)
  }
}
