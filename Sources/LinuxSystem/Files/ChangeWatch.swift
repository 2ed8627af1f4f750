import Glibc

/// A watch for changes of files and folders, whatever their kind (inotify(7)). One process can make a watch,
/// with its rights, and another one wait for it without reading from it.
package struct ChangeWatch: Sendable {
  /// The inotify instance, readable after a change.
  package let events: SharedDescriptor

  /// The most symbolic links that are followed, as in the kernel (path_resolution(7)).
  private static let linkLimit = 40

  /// An empty watch.
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

  /// Watches a file, or a folder without its subfolders: changes, creation, and a path that leads elsewhere.
  /// - Parameter path: An absolute path, which need not exist.
  /// - Throws: ``SystemError`` of inotify_add_watch(2): the file is unreadable, or the watches are too many.
  package func add(_ path: String) throws(SystemError) {
    // The path, and that to which each link there leads.
    var places = [path]
    while places.count <= Self.linkLimit, let place = places.last,
      let target = SymbolicLink.target(of: place)
    {
      places.append(target.hasPrefix("/") ? target : Self.parent(of: place) + "/" + target)
    }
    places.forEach(watchWay)
    do throws(SystemError) {
      return try add(path, Self.changes)
    } catch {
      guard error.leadsNowhere else { throw error }
    }
    // The file may be created in any of the places.
    for place in places { try addNearest(above: place) }
  }

  /// Watches the nearest existing folder for new entries.
  private func addNearest(above path: String) throws(SystemError) {
    var folder = path
    while folder != "/" {
      folder = Self.parent(of: folder)
      do throws(SystemError) {
        return try add(folder, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ONLYDIR))
      } catch {
        guard error.leadsNowhere else { throw error }
      }
    }
  }

  /// Watches the folders and links on the way for being moved or replaced. Unreadable ones cannot be watched,
  /// and are left out.
  private func watchWay(to path: String) {
    var part = path
    while part != "/" {
      try? add(part, UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF) | UInt32(IN_DONT_FOLLOW))
      part = Self.parent(of: part)
    }
  }

  /// Adds a watch. The kernel has one watch of each file, so the events of several are combined.
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

  /// All changes, without reading and opening.
  private static let changes =
    UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
    | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
}

extension ChangeWatch {
  /// A watch that another process has made.
  /// - Returns: Nil for another kind of descriptor: waiting for that could mean waiting for that process.
  package init?(received events: SharedDescriptor) {
    guard SymbolicLink.target(of: "/proc/self/fd/\(events.number)") == "anon_inode:inotify" else {
      return nil
    }
    self.events = events
  }
}

extension SystemError {
  /// Whether the error means that there is no such file yet, also where links lead to one another.
  fileprivate var leadsNowhere: Bool { isNoSuchFile || code == ELOOP }
}
