package import Dispatch
import Glibc

/// Calls a handler on a queue when something happens to a file, once (inotify(7)). Confined to its queue; one
/// that nobody holds is over.
package final class FileWatch {
  /// What is waited for.
  package enum Occurrence: Sendable {
    /// Somebody reads it.
    case access
    /// Something new is in the directory, or has taken the place of something.
    case newEntries

    fileprivate var mask: UInt32 {
      switch self {
      case .access: UInt32(IN_ACCESS)
      case .newEntries: UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ONLYDIR)
      }
    }
  }

  private var source: DescriptorSource?

  /// Begins to watch.
  /// - Throws: ``SystemError`` of inotify_init1(2) and inotify_add_watch(2): the file is not there or not to
  ///   be seen, or there are too many watches.
  package init(
    _ path: String, for occurrence: Occurrence, queue: DispatchQueue, handler: @escaping () -> Void
  ) throws(SystemError) {
    let events = SharedDescriptor(
      owning: try systemCall("inotify_init1") { inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)) })
    try systemCall("inotify_add_watch", path) {
      inotify_add_watch(events.number, path, occurrence.mask | UInt32(IN_ONESHOT))
    }
    source = try DescriptorSource(events, for: .reading, queue: queue) { [weak self] in
      // What has come is that it has happened, or that the file is gone: who is told looks.
      self?.source = nil
      handler()
    }
  }

  deinit { source?.cancel() }
}
