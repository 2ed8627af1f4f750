import Dispatch
import LinuxSystem
import SchedulerCore

/// The displays of Wayland's compositors in a person's runtime directory, each followed by a helper for as
/// long as its socket is there. Confined to its queue.
final class WaylandDisplays {
  /// The most displays, more than a person has.
  private static let limit = 8

  private let program: String
  private let folder: String
  private let uid: UInt32
  private let pause: TimeSpan
  private let queue: DispatchQueue
  private let warn: (String) -> Void
  private let changed: () -> Void
  private var entries: NewEntries?
  private var displays: [String: (socket: FileIdentity, helper: DisplayHelper)] = [:]

  /// - Parameters:
  ///   - uid: The user who has to own the sockets.
  ///   - changed: Called on the queue when ``words`` may have changed, also from within ``refresh()``.
  init(
    _ program: String, folder: String, uid: UInt32, pause: TimeSpan, queue: DispatchQueue,
    warn: @escaping (String) -> Void, changed: @escaping () -> Void
  ) {
    (self.program, self.folder, self.uid, self.pause) = (program, folder, uid, pause)
    (self.queue, self.warn, self.changed) = (queue, warn, changed)
  }

  /// Starts to follow the displays.
  func start() {
    entries = NewEntries(in: folder, queue: queue) { [weak self] in self?.lookAgain() }
    look()
  }

  /// Stops following the displays.
  func stop() {
    entries = nil
    displays.values.forEach { $0.helper.stop() }
    displays = [:]
  }

  /// Starts to follow the folder if it is there now and was not before.
  func refresh() {
    guard entries?.isWatching == false else { return }
    start()
    changed()
  }

  /// The last answer of each display's helper.
  var words: [DisplayHelper.Word] { displays.values.map(\.helper.word) }

  private func lookAgain() {
    look()
    changed()
  }

  private func look() {
    let sockets = sockets
    for (name, display) in displays where sockets[name] != display.socket {
      display.helper.stop()
      displays[name] = nil
    }
    for (name, socket) in sockets where displays[name] == nil {
      let helper = DisplayHelper(
        program, pause: pause, display: name,
        environment: ["WAYLAND_DISPLAY": name, "XDG_RUNTIME_DIR": folder], queue: queue, warn: warn
      ) { [weak self] in
        // A compositor that has gone may have left its socket behind.
        self?.lookAgain()
      }
      displays[name] = (socket, helper)
    }
  }

  private var sockets: [String: FileIdentity] {
    var found: [String: FileIdentity] = [:]
    for name in DirectoryReader.names(in: folder) where Self.isDisplay(name) && found.count < Self.limit {
      guard let file = try? FileIdentity(path: "\(folder)/\(name)"), file.isSocket, file.uid == uid else {
        continue
      }
      found[name] = file
    }
    return found
  }

  /// Whether libwayland names the sockets of compositors so (wl_display_add_socket_auto(3)).
  private static func isDisplay(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst("wayland-".utf8.count)
    return name.hasPrefix("wayland-") && 1...4 ~= digits.count
      && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
