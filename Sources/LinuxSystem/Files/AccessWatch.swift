package import Dispatch
import Glibc

/// Calls a handler on a queue when a file is read by somebody, once (inotify(7)). Confined to its queue; one
/// that nobody holds is over.
package final class AccessWatch {
  private var source: DescriptorSource?

  /// Begins to watch.
  /// - Throws: ``SystemError`` of inotify_init1(2) and inotify_add_watch(2): the file is not there or not to
  ///   be seen, or there are too many watches.
  package init(_ path: String, queue: DispatchQueue, handler: @escaping () -> Void) throws(SystemError) {
    let events = SharedDescriptor(
      owning: try systemCall("inotify_init1") { inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)) })
    try systemCall("inotify_add_watch", path) {
      inotify_add_watch(events.number, path, UInt32(IN_ACCESS) | UInt32(IN_ONESHOT))
    }
    source = try DescriptorSource(events, for: .reading, queue: queue) { [weak self] in
      // What has come is that it was read, or that it is gone: who is told looks.
      self?.source = nil
      handler()
    }
  }

  deinit { source?.cancel() }
}
