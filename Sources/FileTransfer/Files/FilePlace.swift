import Glibc
import LinuxSystem
import SchedulerAPI

/// The place of a file: its directory, which is held open, and its name there. Links in that directory are
/// not followed, so another user who may write to it cannot lead this program to other files of its user.
struct FilePlace: ~Copyable {
  private let folder: Descriptor
  private let path: String
  let name: String

  /// Opens the directory.
  /// - Throws: ``SystemError`` of open(2), with the directory's path.
  init(_ path: String) throws(SystemError) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    name = String(path[slash...].drop { $0 == "/" })
    let above = slash == path.startIndex ? "/" : String(path[..<slash])
    self.path = above
    folder = Descriptor(
      owning: try systemCall("open", above) { Glibc.open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
  }

  /// Opens a file of the user's own in the directory. A new file is for its owner only.
  /// - Throws: ``SystemError`` of openat(2), with the path; also when the name is no file, or the file is
  ///   another user's or has a second name, which the error says.
  func open(_ name: String, _ flags: CInt) throws(SystemError) -> Descriptor {
    let all = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let file = Descriptor(
      owning: try systemCall("open", subject(name)) { openat(folder.number, name, all, 0o600) })
    var status = stat()
    try systemCall("fstat", subject(name)) { fstat(file.number, &status) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink <= 1 else {
      throw SystemError(
        call: "open", subject: subject(name), code: EPERM,
        saying: "Found something that is not a file of the user's own, with one name")
    }
    return file
  }

  /// Whether this place is the other's, or of one of the files that a download keeps beside it, by whichever
  /// spelling of the path.
  func isTaken(by other: borrowing FilePlace) -> Bool {
    var (own, others) = (stat(), stat())
    return fstat(folder.number, &own) == 0 && fstat(other.folder.number, &others) == 0
      && own.st_dev == others.st_dev && own.st_ino == others.st_ino
      && (name == other.name || name.hasPrefix(".\(other.name).bgtask-"))
  }

  /// Whether the name still leads to the open file.
  func leads(_ name: String, to file: borrowing Descriptor) -> Bool {
    var (named, held) = (stat(), stat())
    return fstatat(folder.number, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && fstat(file.number, &held) == 0
      && named.st_dev == held.st_dev && named.st_ino == held.st_ino
  }

  /// Checks that a file can replace what has the name: another file, or a link, which is not followed. Pipes,
  /// sockets and devices are there for programs that have them open.
  /// - Throws: ``SystemError`` of rename(2) that says what is there.
  func checkReplaceable(_ name: String) throws(SystemError) {
    var status = stat()
    guard fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFLNK: return
    case S_IFDIR: throw SystemError(call: "rename", subject: subject(name), code: EISDIR)
    default:
      throw SystemError(
        call: "rename", subject: subject(name), code: EEXIST,
        saying: "Found a pipe, a socket or a device, allowed is a file, or nothing")
    }
  }

  /// Returns the permissions of the user's own file of that name, which its replacement gets as well; `nil`
  /// where there is none.
  func permissions(of name: String) -> mode_t? {
    var status = stat()
    guard fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
    else { return nil }
    return status.st_mode & 0o777
  }

  /// Returns the length of the file at this place if it has this inode, else `nil`.
  func length(ofInode inode: Int64) -> Int64? {
    var status = stat()
    guard fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG, Int64(exactly: status.st_ino) == inode
    else { return nil }
    return Int64(status.st_size)
  }

  /// The bytes that the user can write to the directory's disk; `nil` when they are unknown.
  var roomBytes: Int64? {
    var status = statvfs()
    guard fstatvfs(folder.number, &status) == 0 else { return nil }
    return Int64(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }

  /// Writes a file in one step, its bytes on the disk before it has the name.
  /// A failure leaves no part of it; one of the last step leaves all of it, under a name that a power failure
  /// may take away.
  /// - Parameters:
  ///   - temporary: The name of the file on the way, which no file has.
  ///   - mode: The permissions of a new file, less the umask.
  /// - Throws: ``SystemError`` of the step that failed.
  func replace(
    _ name: String, with bytes: [UInt8], by temporary: String, mode: mode_t
  ) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = Descriptor(
      owning: try systemCall("open", subject(temporary)) { openat(folder.number, temporary, flags, mode) })
    do throws(SystemError) {
      try write(bytes, to: file, temporary, replacing: name)
      try rename(temporary, to: name)
    } catch {
      remove(temporary)
      throw error
    }
  }

  private func write(
    _ bytes: [UInt8], to file: borrowing Descriptor, _ temporary: String, replacing name: String
  ) throws(SystemError) {
    if let kept = permissions(of: name) {
      try systemCall("fchmod", subject(temporary)) { fchmod(file.number, kept) }
    }
    try SmallFile.write(bytes, to: file, subject(temporary))
    try systemCall("fsync", subject(temporary)) { fsync(file.number) }
  }

  /// Renames a file, in place of the file or the link that has the new name, and has the disk keep all names
  /// in the directory as they are then.
  /// - Throws: ``SystemError`` of rename(2) or fsync(2).
  func rename(_ old: String, to new: String) throws(SystemError) {
    try checkReplaceable(new)
    try systemCall("rename", subject(new)) { renameat(folder.number, old, folder.number, new) }
    try systemCall("fsync", path) { fsync(folder.number) }
  }

  /// Removes a file, if there is one.
  func remove(_ name: String) { unlinkat(folder.number, name, 0) }

  private func subject(_ name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }
}

extension TransferReport.Problem {
  /// Creates the problem of a file that cannot be written: a full disk has room again some time.
  init(writing error: SystemError) {
    let isFull = [ENOSPC, EDQUOT].contains(error.code)
    self.init(isFull ? .full : .unwritable, "the file cannot be written: \(error.placeAndText)")
  }
}

extension SystemError {
  /// The path and the error's text, for people.
  var placeAndText: String { subject.map { "\($0): \(text)" } ?? text }
}
