import Glibc
import LinuxSystem
import SchedulerAPI
import Varlink

/// What has come of a download, beside where it is to be: `.NAME.bgtask-part`, to which bytes are only added,
/// and `.NAME.bgtask-record`. Whenever this program is killed, the part is a beginning of what the server has
/// sent for what the record names: the record is written when the part is empty, before the first byte.
///
/// What a power failure leaves behind the last bytes that the disk has for certain may be anything. So the
/// disk is waited for after so many bytes or seconds, and the record says how many it has: of 1 GiB less than
/// 2 % comes a second time.
///
/// The record stays behind the part, which has the file's name then, until it is known that the attempt is
/// done: whoever is killed in between, the next attempt finds that nothing is left to do.
final class PartFile {
  /// After so many bytes the disk is waited for.
  private static let synchronizationBytes: Int64 = 16 << 20
  /// And after so long.
  private static let synchronizationUSec: Int64 = 5_000_000

  /// The names of codings are no longer.
  private static let maximumCodingBytes = 256

  private let place: FilePlace
  private let file: Descriptor
  private let boot: String
  private let (part, recordName): (String, String)
  private var newRecordName: String { recordName + ".new" }
  private var synchronizedUSec = SystemClock.monotonicUSec
  /// What the part is the beginning of; nil is nothing.
  private(set) var record: DownloadRecord?
  /// How many bytes have come.
  private(set) var length: Int64 = 0
  /// How many bytes the file has that an earlier attempt has put in its place, and it was not told of that;
  /// nil where none has.
  private(set) var placedLength: Int64?

  /// Opens it, for this process alone.
  /// - Parameter path: Where the whole file is to be.
  /// - Throws: That it cannot be written, or that another transfer has it open.
  init(for path: String) throws(TransferReport.Problem) {
    do throws(SystemError) {
      place = try FilePlace(path)
      (part, recordName) = (".\(place.name).bgtask-part", ".\(place.name).bgtask-record")
      try place.checkReplaceable(place.name)
      boot = try SystemClock.bootID()
      file = try place.open(part, O_RDWR | O_CREAT)
    } catch {
      throw TransferReport.Problem(writing: error)
    }
    // The lock ends with the process. One that had it until now may have put the part in its place.
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0, place.leads(part, to: file) else {
      throw TransferReport.Problem(.busy, "another transfer writes \(path) now")
    }
    do throws(SystemError) {
      try open()
    } catch {
      var status = stat()
      if fstat(file.number, &status) == 0, status.st_size == 0 { place.remove(part) }
      throw TransferReport.Problem(writing: error)
    }
  }

  /// Goes back to what is certain of what was there.
  private func open() throws(SystemError) {
    var status = stat()
    try systemCall("fstat", part) { fstat(file.number, &status) }
    record = try readRecord()
    if status.st_size == 0, let inode = record?.inode { placedLength = place.length(ofInode: inode) }
    let trusted = record?.trusted(of: Int64(status.st_size), boot: boot) ?? 0
    // What has come is longer than it can be: then it is not what the record says.
    let isPossible = record?.total.map { trusted <= $0 } ?? true
    length = isPossible ? trusted : 0
    if length != status.st_size { try truncate() }
    if record?.boot != boot, length > 0 { try writeRecord(synchronized: length) }
  }

  /// Nil where there is none, or one that says nothing.
  private func readRecord() throws(SystemError) -> DownloadRecord? {
    do throws(SystemError) {
      return try record(in: place.open(recordName, O_RDONLY))
    } catch {
      if error.isNoSuchFile { return nil }
      throw error
    }
  }

  private func record(in file: borrowing Descriptor) throws(SystemError) -> DownloadRecord? {
    var bytes = [UInt8](repeating: 0, count: DownloadRecord.maximumBytes)
    var count = 0
    while count < bytes.count {
      let number = file.number
      let more = try systemCall("read", recordName) {
        bytes.withUnsafeMutableBytes { read(number, $0.baseAddress.map { $0 + count }, $0.count - count) }
      }
      if more == 0 { break }
      count += more
    }
    return try? DownloadRecord(json: Array(bytes[..<count]), refusesUnknown: true)
  }

  /// How many bytes the disk of the file has room for; nil when nobody knows.
  var roomBytes: Int64? { place.roomBytes }

  // MARK: Writing

  /// Begins with something new: what was there is gone.
  /// - Parameter head: What the server says of what it sends.
  func begin(url: String, _ head: ResponseHead, total: Int64?) throws(TransferReport.Problem) {
    length = 0
    let coding = head.contentCoding
    // A server may call its coding anything, and what is not kept whole cannot be told from another.
    let isKnown = coding.utf8.count <= Self.maximumCodingBytes
    try writing { () throws(SystemError) in
      try truncate()
      record = DownloadRecord(
        url: url, validator: isKnown ? head.validator : nil,
        coding: coding.isEmpty || !isKnown ? nil : coding, total: total, boot: boot, inode: try inode())
      try writeRecord(synchronized: 0)
      try place.synchronize()
    }
  }

  private func inode() throws(SystemError) -> Int64? {
    var status = stat()
    try systemCall("fstat", part) { fstat(file.number, &status) }
    return Int64(exactly: status.st_ino)
  }

  /// The server has said how many bytes the whole has.
  func learn(total: Int64) throws(TransferReport.Problem) {
    guard record != nil, record?.total != total else { return }
    record?.total = total
    let synchronized = record?.synchronized ?? 0
    try writing { () throws(SystemError) in try writeRecord(synchronized: synchronized) }
  }

  /// Adds bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(TransferReport.Problem) {
    try writing { () throws(SystemError) in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = try systemCall("write", part) {
          pwrite(file.number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, off_t(length))
        }
        length += Int64(written)
        rest = rest.dropFirst(written)
      }
      let news = length - (record?.synchronized ?? 0)
      if news >= Self.synchronizationBytes
        || SystemClock.monotonicUSec - synchronizedUSec >= Self.synchronizationUSec
      {
        try synchronizeNow()
      }
    }
  }

  /// Has the disk keep what has come.
  func synchronize() throws(TransferReport.Problem) {
    guard record != nil, record?.synchronized != length else { return }
    try writing { () throws(SystemError) in try synchronizeNow() }
  }

  private func synchronizeNow() throws(SystemError) {
    try systemCall("fdatasync", part) { fdatasync(file.number) }
    try writeRecord(synchronized: length)
    synchronizedUSec = SystemClock.monotonicUSec
  }

  private func truncate() throws(SystemError) {
    try systemCall("ftruncate", part) { ftruncate(file.number, off_t(length)) }
  }

  private func writeRecord(synchronized: Int64) throws(SystemError) {
    record?.synchronized = synchronized
    record?.boot = boot
    guard let record else { return }
    try place.replace(recordName, with: record.json, by: newRecordName, mode: 0o600)
  }

  private func writing(_ body: () throws(SystemError) -> Void) throws(TransferReport.Problem) {
    do throws(SystemError) {
      try body()
    } catch {
      throw TransferReport.Problem(writing: error)
    }
  }

  // MARK: The end

  /// Gives all that has come to `take`, piece by piece.
  func forEachPiece(
    _ take: (UnsafeRawBufferPointer) throws(TransferReport.Problem) -> Void
  ) throws(TransferReport.Problem) {
    try FilePieces.read(file, upTo: length, named: part, take)
  }

  /// Puts the whole file where it is to be, in one step, with the permissions of what was there, or else of
  /// any new file.
  func putInPlace() throws(TransferReport.Problem) {
    let mask = umask(0)
    umask(mask)
    let mode = place.permissions(of: place.name) ?? 0o666 & ~mask
    try writing { () throws(SystemError) in
      try systemCall("fchmod", part) { fchmod(file.number, mode) }
      try systemCall("fsync", part) { fsync(file.number) }
      try place.rename(part, to: place.name)
      try place.synchronize()
    }
  }

  /// Removes what there is to go on with, when all know that it is done: not what another attempt has begun.
  func forget() {
    if place.leads(part, to: file) { place.remove(part) }
    guard (try? readRecord())?.inode == record?.inode else { return }
    removeRecord()
  }

  /// Removes what nobody can use any more. The part is the last, as it has the lock: another transfer may
  /// begin when it is gone.
  func discard() {
    removeRecord()
    place.remove(part)
  }

  /// Also one that a program was killed over.
  private func removeRecord() {
    place.remove(recordName)
    place.remove(newRecordName)
  }
}
