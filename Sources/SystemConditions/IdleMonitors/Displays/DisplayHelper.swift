import Dispatch
import Glibc
import IdleReporting
import LinuxSystem
import SchedulerCore

/// The helper that follows one display, started again for as long as the display is followed. Confined to its
/// queue.
final class DisplayHelper {
  /// The last answer of the helper.
  enum Word: Hashable {
    /// No answer yet.
    case nothing
    /// The helper's report whether the display is idle.
    case report(IdleReport)
    /// The display exists and does not tell. The helper is not started again.
    case unsupported
    /// The display is missing, as far as the helper can see.
    case displayGone
    /// The helper does not work.
    case broken
  }

  private let arguments: [String]
  private let environment: [String: String]
  /// The display's name, for people.
  private let display: String
  private let queue: DispatchQueue
  private let warn: (String) -> Void
  private let changed: () -> Void
  private var pause = GrowingPause(first: .seconds(1), longest: .hours(1))
  private var countdown: Countdown?
  private var run: HelperRun?
  private var startUSec: Int64 = 0
  /// Whether the warning about the helper was given.
  private var hasWarned = false
  private(set) var word = Word.nothing

  /// Starts a helper.
  /// - Parameters:
  ///   - pause: The time without input after which the display is idle.
  ///   - environment: The variables that lead to the display.
  ///   - warn: Called with the helper's fault, once.
  ///   - changed: Called when ``word`` has changed, on the queue, never from within a method of this class.
  init(
    _ program: String, pause: TimeSpan, display: String, environment: [String: String], queue: DispatchQueue,
    warn: @escaping (String) -> Void, changed: @escaping () -> Void
  ) {
    arguments = [program, "\(min(max(pause.uSec / 1000, 1), Int64(Int32.max)))"]
    (self.display, self.environment, self.queue) = (display, environment, queue)
    (self.warn, self.changed) = (warn, changed)
    start()
  }

  deinit { stop() }

  /// Ends the helper for good.
  func stop() {
    (run, countdown) = (nil, nil)
    word = .nothing
  }

  private func start() {
    countdown = nil
    startUSec = SystemClock.monotonicUSec
    do throws(SpawnError) {
      run = try HelperRun(arguments, environment: environment, errors: try errors(), queue: queue) {
        [weak self] in
        self?.take(.report($0))
      } ended: { [weak self] in
        self?.ended($0)
      }
    } catch {
      let text = error.description
      queue.runLater { [weak self] in
        guard let self, run == nil, countdown == nil else { return }
        ended(.broken("cannot be started: \(text)"))
      }
    }
  }

  /// Returns the descriptor for the helper's errors: the journal's, until the warning was given.
  private func errors() throws(SpawnError) -> CInt { hasWarned ? try Self.nowhere.get() : STDERR_FILENO }

  private static let nowhere = Result<CInt, SpawnError> { () throws(SpawnError) in
    do throws(SystemError) {
      return try systemCall("open", "/dev/null") { open("/dev/null", O_WRONLY | O_CLOEXEC) }
    } catch {
      throw .system(error)
    }
  }

  private func ended(_ end: HelperRun.End) {
    run = nil
    // A helper that has worked for so long is started again without a long pause.
    if SystemClock.monotonicUSec - startUSec >= pause.longest.uSec { pause.reset() }
    switch end {
    case .reason(.unsupported):
      return take(.unsupported)
    case .reason(.displayGone), .reason(.unheard):
      again()
      take(.displayGone)
    case .reason(.misuse): isBroken("does not take a pause of \(arguments[1]) ms")
    case .broken(let text): isBroken(text)
    }
  }

  private func isBroken(_ text: String) {
    again()
    if !hasWarned { warn("The helper that watches for users at the display \(display) \(text)") }
    hasWarned = true
    take(.broken)
  }

  private func again() {
    let uSec = pause.next().uSec
    countdown = Countdown(uSec: uSec, leewayUSec: uSec / 8, queue: queue) { [weak self] in self?.start() }
  }

  private func take(_ word: Word) {
    guard word != self.word else { return }
    self.word = word
    changed()
  }
}

extension DisplayHelper.Word {
  /// Whether there is a display, whatever it tells.
  var isDisplay: Bool { self != .displayGone }

  /// Whether the display is idle; nil is unknown.
  var isIdle: Bool? {
    switch self {
    case .report(.idle): true
    case .report(.active): false
    default: nil
    }
  }
}
