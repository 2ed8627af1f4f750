import Glibc
import LinuxSystem
import SchedulerCore

/// Records the state of files and folders, as the user who runs it, so that a later change is seen.
struct PathProbe {
  private var digest = ContentDigest()
  private var newest: WallTime?
  private var missing: WallTime?

  /// Returns the stamp of the paths: of files their attributes, of folders also those of their direct
  /// entries. The same state has the same stamp after a reboot, too.
  /// - Throws: ``SystemError`` for a path that may not be read.
  static func stamp(of paths: [String]) throws(SystemError) -> PathStamp {
    var probe = PathProbe()
    for path in paths { try probe.take(path) }
    return PathStamp(digest: probe.digest.value, newest: probe.newest, missing: probe.missing)
  }

  private mutating func take(_ path: String) throws(SystemError) {
    var status = stat()
    takeLinks(onWayTo: path)
    do throws(SystemError) {
      try systemCall("stat", path) { stat(path, &status) }
    } catch {
      guard error.isNoSuchFile else { throw error }
      digest.add(nil)
      return takeMissing(path)
    }
    let numbers = InodeNumbers(of: path)
    take(status, numbers)
    guard status.isFolder else { return }
    let names = try DirectoryReader.rawListing(of: path)
    guard names.count < DirectoryReader.maximumNames else {
      throw SystemError(
        call: "readdir", subject: path, code: EFBIG, saying: "it has more than \(names.count - 1) entries")
    }
    for name in names {
      // An entry that is gone meanwhile is another change, which the watch has noticed.
      guard lstat(RawText((path + "/").utf8 + name.bytes).cString, &status) == 0 else { continue }
      digest.add(name.bytes)
      // A folder's own folders count by their numbers only: changes in them are not noticed.
      if status.isFolder { digest.add(numbers.number(of: status)) } else { take(status, numbers) }
    }
  }

  /// Takes all links in a path: one that leads elsewhere now is a change, however old its target is.
  private mutating func takeLinks(onWayTo path: String) {
    var (part, status) = ("", stat())
    for name in path.split(separator: "/") {
      part += "/" + name
      guard lstat(part, &status) == 0 else { return }
      if status.isLink { take(status, InodeNumbers(of: String(part.dropLast(name.utf8.count)))) }
    }
  }

  private mutating func take(_ status: stat, _ numbers: InodeNumbers) {
    digest.add(Int64(status.st_mode))
    digest.add(numbers.number(of: status))
    digest.add(Int64(status.st_size))
    for time in [status.st_mtim, status.st_ctim] {
      digest.add(Int64(time.tv_sec))
      digest.add(Int64(time.tv_nsec))
    }
    // Programs set the date of modification as they like.
    let date = WallTime(status.st_ctim)
    newest = max(newest ?? date, date)
  }

  /// Takes the nearest folder that exists: its date says when an entry was added or removed.
  private mutating func takeMissing(_ path: String) {
    var parts = path.split(separator: "/")
    var status = stat()
    while !parts.isEmpty {
      parts.removeLast()
      guard stat("/" + parts.joined(separator: "/"), &status) == 0 else { continue }
      let date = WallTime(status.st_mtim)
      return missing = max(missing ?? date, date)
    }
  }
}

extension WallTime {
  fileprivate init(_ time: timespec) {
    self.init(uSec: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}

extension stat {
  fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
