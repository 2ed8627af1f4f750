import Foundation
import LinuxSystem

/// What happens in a folder (inotify(7)): for tests that want to be there when something has happened.
final class FolderEvents {
  private let descriptor: Descriptor

  init(of path: String) throws(SystemError) {
    let number = try systemCall("inotify_init1") { inotify_init1(CInt(IN_CLOEXEC)) }
    descriptor = Descriptor(owning: number)
    try systemCall("inotify_add_watch") {
      inotify_add_watch(number, path, UInt32(IN_MODIFY | IN_CREATE | IN_MOVE | IN_DELETE | IN_ATTRIB))
    }
  }

  /// Waits until something holds, looking again whenever something has happened.
  /// - Returns: False when 60 s went by without anything.
  func wait(until holds: () -> Bool) -> Bool {
    while !holds() { guard next() else { return false } }
    return true
  }

  /// Waits for the next that happens.
  func next() -> Bool {
    var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 60_000) > 0 else { return false }
    var space = [UInt8](repeating: 0, count: 64 << 10)
    return read(descriptor.number, &space, space.count) > 0
  }
}
