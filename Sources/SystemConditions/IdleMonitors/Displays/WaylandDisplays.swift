import Dispatch
import LinuxSystem
import SchedulerCore

/// The displays of Wayland's compositors in a person's runtime directory, each followed by a helper for as
/// long as its socket is there. Confined to its queue.
final class WaylandDisplays {
  /// More than a person has.
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
  ///   - uid: Whose the sockets have to be.
  ///   - changed: Called when another word is known, on the queue, never from within a method of this class.
  init(
    _ program: String, folder: String, uid: UInt32, pause: TimeSpan, queue: DispatchQueue,
    warn: @escaping (String) -> Void, changed: @escaping () -> Void
  ) {
    (self.program, self.folder, self.uid, self.pause) = (program, folder, uid, pause)
    (self.queue, self.warn, self.changed) = (queue, warn, changed)
  }

  /// Begins to follow them.
  func start() {
    entries = NewEntries(in: folder, queue: queue) { [weak self] in self?.lookAgain() }
    look()
  }

  /// Follows them no more.
  func stop() {
    entries = nil
    displays.values.forEach { $0.helper.stop() }
    displays = [:]
  }

  /// Looks whether the folder is there now, where it was not.
  func refresh() {
    guard entries?.isWatching == false else { return }
    start()
    changed()
  }

  /// The last word of each display's helper.
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
        // One that has gone may have left its socket behind.
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

  /// As libwayland names the sockets of compositors (wl_display_add_socket_auto(3)).
  private static func isDisplay(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst("wayland-".utf8.count)
    return name.hasPrefix("wayland-") && 1...4 ~= digits.count
      && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
