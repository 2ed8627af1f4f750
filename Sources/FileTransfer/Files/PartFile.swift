import Glibc
import LinuxSystem
import SchedulerAPI
import Varlink

/// The bytes of a download so far, beside the file's place: `.NAME.bgtask-part`, to which bytes are only
/// added, and `.NAME.bgtask-record`. Whenever this program is killed, the part is a beginning of the file
/// that the record names: the record is written while the part is empty, before the first byte.
///
/// After a power failure the bytes behind those that are certainly on the disk may be anything. So the part
/// is synchronized after so many bytes or seconds, and the record says how many are on the disk: of 1 GiB
/// less than 2 % comes a second time.
///
/// The record outlives the part, which then has the file's name, until the daemon knows that the attempt is
/// done: wherever a kill comes in between, the next attempt finds that nothing is left to do.
final class PartFile {
  /// The number of new bytes after which the part is synchronized.
  private static let synchronizationBytes: Int64 = 16 << 20
  /// The time after which the part is synchronized.
  private static let synchronizationUSec: Int64 = 5_000_000

  /// The most bytes of a coding's name that are kept.
  private static let maximumCodingBytes = 256

  private let place: FilePlace
  private let file: Descriptor
  private let boot: String
  private let (part, recordName): (String, String)
  private var newRecordName: String { recordName + ".new" }
  private var synchronizedUSec = SystemClock.monotonicUSec
  /// The origin of the part; `nil` where it is unknown.
  private(set) var record: DownloadRecord?
  /// The number of bytes that have come.
  private(set) var length: Int64 = 0
  /// The length of the file that an earlier attempt has put in its place without an acknowledgement of the
  /// daemon; `nil` where none has.
  private(set) var placedLength: Int64?

  /// Opens the part for this process alone.
  /// - Parameter path: The path of the whole file.
  /// - Throws: A problem when the part cannot be written, or another transfer has it open.
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
    // The lock ends with its process, which may have put the part in its place just before.
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

  /// Goes back to the bytes of the part that are certain.
  private func open() throws(SystemError) {
    var status = stat()
    try systemCall("fstat", part) { fstat(file.number, &status) }
    record = try readRecord()
    if status.st_size == 0, let inode = record?.inode { placedLength = place.length(ofInode: inode) }
    let trusted = record?.trusted(of: Int64(status.st_size), boot: boot) ?? 0
    // A part that is longer than the whole is not what the record says.
    let isPossible = record?.total.map { trusted <= $0 } ?? true
    length = isPossible ? trusted : 0
    if length != status.st_size { try truncate() }
    if record?.boot != boot, length > 0 { try writeRecord(synchronized: length) }
  }

  /// Returns the record, or `nil` where there is none or it cannot be parsed.
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

  /// The bytes that the disk of the file has room for; `nil` when they are unknown.
  var roomBytes: Int64? { place.roomBytes }

  // MARK: Writing

  /// Begins a new part: all bytes so far are dropped.
  /// - Parameter head: The head of the response that has the file.
  func begin(url: String, _ head: ResponseHead, total: Int64?) throws(TransferReport.Problem) {
    length = 0
    let coding = head.contentCoding
    // A server may send any name of a coding, and a name that is not kept whole cannot be told from another.
    let isKnown = coding.utf8.count <= Self.maximumCodingBytes
    try writing { () throws(SystemError) in
      try truncate()
      record = DownloadRecord(
        url: url, validator: isKnown ? head.validator : nil,
        coding: coding.isEmpty || !isKnown ? nil : coding, total: total, boot: boot, inode: try inode())
      try writeRecord(synchronized: 0)
    }
  }

  private func inode() throws(SystemError) -> Int64? {
    var status = stat()
    try systemCall("fstat", part) { fstat(file.number, &status) }
    return Int64(exactly: status.st_ino)
  }

  /// Takes note of the length of the whole, which the server has said.
  func learn(total: Int64) throws(TransferReport.Problem) {
    guard record != nil, record?.total != total else { return }
    record?.total = total
    let synchronized = record?.synchronized ?? 0
    try writing { () throws(SystemError) in try writeRecord(synchronized: synchronized) }
  }

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

  /// Has the disk keep the bytes that have come.
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
    // A program that was killed may have left one.
    place.remove(newRecordName)
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

  /// Gives all bytes that have come to `take`, piece by piece.
  func forEachPiece(
    _ take: (UnsafeRawBufferPointer) throws(TransferReport.Problem) -> Void
  ) throws(TransferReport.Problem) {
    try FilePieces.read(file, upTo: length, named: part, take)
  }

  /// Puts the whole file in its place in one step, with the permissions of the file that was there, or else
  /// of any new file.
  /// - Throws: A problem, also when somebody who may write to the directory has put another file in the
  ///   part's place.
  func putInPlace() throws(TransferReport.Problem) {
    let mask = umask(0)
    umask(mask)
    let mode = place.permissions(of: place.name) ?? 0o666 & ~mask
    try writing { () throws(SystemError) in
      try systemCall("fchmod", part) { fchmod(file.number, mode) }
      try systemCall("fsync", part) { fsync(file.number) }
      try place.rename(part, to: place.name)
    }
    // A file is renamed by its name, so only afterwards is it certain which one it was.
    guard place.leads(place.name, to: file) else {
      throw TransferReport.Problem(.unwritable, "another program has put a file in the place of \(part)")
    }
  }

  /// Removes part and record once the end of this attempt is known, but not those that another has begun.
  func forget() {
    if place.leads(part, to: file) { place.remove(part) }
    guard (try? readRecord())?.inode == record?.inode else { return }
    removeRecord()
  }

  /// Removes a part of no further use. The part goes last, as it has the lock: another transfer may begin
  /// when it is gone.
  func discard() {
    removeRecord()
    place.remove(part)
  }

  /// Removes the record, also a new one that was being written when a program was killed.
  private func removeRecord() {
    place.remove(recordName)
    place.remove(newRecordName)
  }
}
