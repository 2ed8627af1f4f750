import Glibc

/// Notices that something has happened to files and folders (inotify(7)). What it was is not asked, so a
/// watch can be made by one process, with its rights, and be waited for by another one, which reads nothing
/// from it.
package struct ChangeWatch: Sendable {
  /// Can be read from once something has happened.
  package let events: SharedDescriptor

  /// So many links are followed, as by the kernel (path_resolution(7)).
  private static let linkLimit = 40

  /// A watch of nothing.
  /// - Throws: ``SystemError`` of inotify_init1(2): the user has too many.
  package init() throws(SystemError) {
    do throws(SystemError) {
      events = SharedDescriptor(
        owning: try systemCall("inotify_init1") { inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)) })
    } catch {
      guard error.code == EMFILE else { throw error }
      throw SystemError(
        call: error.call, code: error.code,
        saying: "the user has no watches left (fs.inotify.max_user_instances)")
    }
  }

  /// Notices changes of a file, or of what is in a folder but not below its folders; that it comes to be, and
  /// that its path leads to something else.
  /// - Parameter path: Absolute. It need not be there.
  /// - Throws: ``SystemError`` of inotify_add_watch(2): it may not be read, or there are too many watches.
  package func add(_ path: String) throws(SystemError) {
    var (path, links) = (path, 0)
    while true {
      watchWay(to: path)
      do throws(SystemError) {
        return try add(path, Self.changes)
      } catch {
        guard error.isNoSuchFile else { throw error }
      }
      // It may come to be here, or where a link leads to that stands here.
      try addNearest(above: path)
      guard links < Self.linkLimit, let target = SymbolicLink.target(of: path) else { return }
      path = target.hasPrefix("/") ? target : Self.parent(of: path) + "/" + target
      links += 1
    }
  }

  /// What comes to be in the nearest folder that is there.
  private func addNearest(above path: String) throws(SystemError) {
    var folder = path
    while folder != "/" {
      folder = Self.parent(of: folder)
      do throws(SystemError) {
        return try add(folder, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ONLYDIR))
      } catch {
        guard error.isNoSuchFile else { throw error }
      }
    }
  }

  /// Folders and links on the way that are moved or replaced. What may not be read cannot be watched, and is
  /// left out.
  private func watchWay(to path: String) {
    var part = path
    while part != "/" {
      try? add(part, UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF) | UInt32(IN_DONT_FOLLOW))
      part = Self.parent(of: part)
    }
  }

  /// Two watches of one file are one to the kernel: what is noticed of it is added up.
  private func add(_ path: String, _ mask: UInt32) throws(SystemError) {
    do throws(SystemError) {
      try systemCall("inotify_add_watch", path) {
        inotify_add_watch(events.number, path, mask | UInt32(IN_MASK_ADD))
      }
    } catch {
      guard error.code == ENOSPC else { throw error }
      throw SystemError(
        call: error.call, subject: path, code: error.code,
        saying: "the user has no watches left (fs.inotify.max_user_watches)")
    }
  }

  private static func parent(of path: String) -> String {
    var parts = path.split(separator: "/")
    if !parts.isEmpty { parts.removeLast() }
    return "/" + parts.joined(separator: "/")
  }

  /// Everything but reading and opening.
  private static let changes =
    UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
    | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
}

extension ChangeWatch {
  /// A watch that another process has made.
  /// - Returns: Nil when the descriptor is something else: to wait for that might wait for that process.
  package init?(received events: SharedDescriptor) {
    guard SymbolicLink.target(of: "/proc/self/fd/\(events.number)") == "anon_inode:inotify" else {
      return nil
    }
    self.events = events
  }
}
