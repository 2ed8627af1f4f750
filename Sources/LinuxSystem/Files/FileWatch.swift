package import Dispatch
import Glibc

/// A watch that calls a handler on a queue once, at a file's next event (inotify(7)). Confined to its queue;
/// ends when deallocated.
package final class FileWatch {
  /// The event that is waited for.
  package enum Occurrence: Sendable {
    /// The file is read.
    case access
    /// The directory has a new entry, or one of its entries was replaced.
    case newEntries

    fileprivate var mask: UInt32 {
      switch self {
      case .access: UInt32(IN_ACCESS)
      case .newEntries: UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ONLYDIR)
      }
    }
  }

  private var source: DescriptorSource?

  /// Starts to watch.
  /// - Throws: ``SystemError`` of inotify_init1(2) and inotify_add_watch(2): the file is missing or
  ///   unreadable, or there are too many watches.
  package init(
    _ path: String, for occurrence: Occurrence, queue: DispatchQueue, handler: @escaping () -> Void
  ) throws(SystemError) {
    let events = SharedDescriptor(
      owning: try systemCall("inotify_init1") { inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)) })
    try systemCall("inotify_add_watch", path) {
      inotify_add_watch(events.number, path, occurrence.mask | UInt32(IN_ONESHOT))
    }
    source = try DescriptorSource(events, for: .reading, queue: queue) { [weak self] in
      // Either the event has happened or the file is gone: the handler finds out which.
      self?.source = nil
      handler()
    }
  }

  deinit { source?.cancel() }
}
