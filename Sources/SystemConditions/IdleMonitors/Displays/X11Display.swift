import Dispatch
import LinuxSystem
import SchedulerCore

/// The display of a person's X server, followed by a helper. Confined to its bus's queue.
///
/// The environment of the user's service manager names the server: desktops tell the manager (`systemctl
/// --user import-environment`), some time after their server is there. The manager has no signal for that
/// (org.freedesktop.systemd1(5), `Environment`). So while there is a server without a known address, the
/// manager is asked again for two minutes after an event, and at each ``refresh()``.
final class X11Display: ServiceFollower {
  private static let path = "/org/freedesktop/systemd1"
  private static let manager = "org.freedesktop.systemd1.Manager"
  /// The most variables, more than a real environment has.
  private static let limit = 4096

  let service: BusService
  private let program: String
  private let places: DisplayPlaces
  private let pause: TimeSpan
  private let queue: DispatchQueue
  private let warn: (String) -> Void
  private let changed: () -> Void
  private var entries: NewEntries?
  private var question: BusCall?
  /// The time until the manager is asked again.
  private var countdown: Countdown?
  private var pauses = GrowingPause(first: .seconds(1), longest: .seconds(64))
  private var followed: (address: X11Address, helper: DisplayHelper)?
  /// Whether the question for the server's address was answered, in any way.
  private var wasTold = false

  /// - Parameter changed: Called on the queue when ``word`` may have changed, also from within ``refresh()``.
  init(
    _ program: String, places: DisplayPlaces, on bus: BusConnection, pause: TimeSpan, queue: DispatchQueue,
    warn: @escaping (String) -> Void, changed: @escaping () -> Void
  ) {
    service = BusService("org.freedesktop.systemd1", on: bus)
    (self.program, self.places, self.pause) = (program, places, pause)
    (self.queue, self.warn, self.changed) = (queue, warn, changed)
  }

  /// Whether the display is followed. Beside a Wayland compositor it is not: an X server there sees only the
  /// input of its own windows, and many compositors start it only on demand.
  var isWanted = false {
    didSet {
      guard isWanted != oldValue else { return }
      guard isWanted else {
        stopFollowing()
        (entries, followed, wasTold) = (nil, nil, false)
        return
      }
      pauses.reset()
      entries = NewEntries(in: places.x11Sockets, queue: queue) { [weak self] in self?.serverCame() }
      startFollowing()
    }
  }

  /// The last answer of the display's helper; nil while the server's address is being asked for.
  var word: DisplayHelper.Word? { followed.map(\.helper.word) ?? (wasTold ? .displayGone : nil) }

  /// Asks for the server's address, unless a server that is there is followed.
  func refresh() {
    guard isWanted, followed == nil || followed?.helper.word == .displayGone else { return }
    follow()
  }

  /// Asks as ``refresh()`` does, and again for a while, after a person has come or gone.
  func expect() {
    pauses.reset()
    refresh()
  }

  func follow() {
    forget()
    question = service.call(Self.path, "org.freedesktop.DBus.Properties", "Get") {
      (writer) throws(BusError) in
      try writer.string(Self.manager)
      try writer.string("Environment")
    } reply: { [weak self] answer in
      guard let self else { return }
      question = nil
      let variables = try? answer.get().read { (reader) throws(BusError) in
        try reader.variant("as") { (reader) throws(BusError) in
          try reader.array(of: "s", limit: Self.limit) { (reader) throws(BusError) in try reader.string() }
        }
      }
      take(Self.environment(variables ?? []))
    }
    // Without a manager the address stays unknown.
    if question == nil { take([:]) }
  }

  func forget() {
    question?.cancel()
    (question, countdown) = (nil, nil)
  }

  func sayUnknown() { take([:]) }

  private func serverCame() {
    // A new server may have replaced one that does not tell.
    if let followed, followed.helper.word == .unsupported || followed.helper.word == .displayGone {
      followed.helper.stop()
      self.followed = nil
    }
    pauses.reset()
    follow()
  }

  private func askLater() {
    guard followed == nil, pauses.last != pauses.longest,
      DirectoryReader.names(in: places.x11Sockets).contains(where: { $0.hasPrefix("X") })
    else { return }
    countdown = Countdown(uSec: pauses.next().uSec, queue: queue) { [weak self] in self?.follow() }
  }

  /// - Parameter environment: The manager's environment. This process's own completes it.
  private func take(_ environment: [String: String]) {
    wasTold = true
    let own = places.environment
    let address = X11Address(environment.merging(["HOME": own["HOME"] ?? ""]) { $1 }) ?? X11Address(own)
    if address != followed?.address {
      followed?.helper.stop()
      followed = address.map { address in
        let helper = DisplayHelper(
          program, pause: pause, display: address.display, environment: address.environment, queue: queue,
          warn: warn
        ) { [weak self] in self?.changed() }
        return (address, helper)
      }
    }
    askLater()
    changed()
  }

  private static func environment(_ variables: [String]) -> [String: String] {
    variables.reduce(into: [:]) { environment, variable in
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
    }
  }
}
