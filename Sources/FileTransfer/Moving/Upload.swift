import Glibc
import LinuxSystem
import SchedulerAPI

/// Uploads a file, all of it at each attempt: HTTP cannot go on with a body that was begun. The file's size
/// is that at the moment of opening, and a file that changes while it is sent is sent again.
final class Upload: Exchange.Taker, Exchange.Giver {
  /// The longest response, in bytes, that is read to its end and kept.
  private static let maximumAnswerBytes = 1 << 20

  /// The length of a body from which the server is asked first whether it will take it (RFC 9110, 10.1.1).
  private static let worthAsking: Int64 = 1 << 20

  private let order: TransferOrder
  private let client: HTTPClient
  private let progress: ProgressReporter
  private let file: Descriptor
  private let opened: stat
  private var state: TransferState
  private var host = ""
  /// The body of the response.
  private var answer: [UInt8] = []

  /// Opens the file.
  init(
    of order: TransferOrder, by client: HTTPClient, _ progress: ProgressReporter
  ) throws(TransferReport.Problem) {
    (self.order, self.client, self.progress) = (order, client, progress)
    let path = order.transfer.file
    var status = stat()
    do throws(SystemError) {
      let number = try systemCall("open", path) { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
      file = Descriptor(owning: number)
      _ = try systemCall("fstat", path) { fstat(number, &status) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw SystemError(
          call: "open", subject: path, code: EINVAL, saying: "Found something else, allowed is a file")
      }
    } catch {
      throw TransferReport.Problem(.unreadable, "\(path) cannot be read: \(error.text)")
    }
    opened = status
    try Self.checkLength(of: file, status, path)
    state = TransferState(url: order.transfer.url, totalBytes: Int64(status.st_size))
  }

  /// Checks that the file ends where its length says. Files that the kernel makes up (proc(5), sysfs(5))
  /// state another length than that of their contents, so they would be sent empty or never in full.
  private static func checkLength(
    of file: borrowing Descriptor, _ opened: stat, _ path: String
  ) throws(TransferReport.Problem) {
    do throws(SystemError) {
      let end = opened.st_size
      let isWhole = end == 0 ? true : try hasByte(file, at: end - 1, path)
      let isLonger = try hasByte(file, at: end, path)
      if isWhole, !isLonger { return }
      // A file that grows or shrinks at this moment has another length by now.
      var now = stat()
      _ = try systemCall("fstat", path) { fstat(file.number, &now) }
      guard now.st_size == end else { return }
      throw SystemError(
        call: "open", subject: path, code: EINVAL,
        saying: "Found \(isLonger ? "more" : "less") bytes than its length of \(end), as in files that the "
          + "kernel makes up; allowed is a file on a disk, such as a copy of it")
    } catch {
      throw TransferReport.Problem(.unreadable, "\(path) cannot be read: \(error.text)")
    }
  }

  private static func hasByte(
    _ file: borrowing Descriptor, at position: off_t, _ path: String
  ) throws(SystemError) -> Bool {
    var byte: UInt8 = 0
    return try systemCall("read", path) { pread(file.number, &byte, 1, position) } == 1
  }

  /// The number of bytes that are sent.
  var length: Int64 { Int64(opened.st_size) }

  /// Uploads the file.
  /// - Parameter state: The state of the attempt, which is set whatever the end is.
  func run(_ state: inout TransferState) throws(TransferReport.Problem) {
    defer { state = self.state }
    try checkChecksum()
    var route = try Route(order)
    while true {
      (host, answer, self.state.bytes) = (route.host, [], 0)
      report("waiting for \(host)")
      // A 303 leads to a resource that is fetched: the response to the upload.
      let isSent = route.method == "GET" && order.method != "GET"
      let exchange = Exchange(
        route, lines(route), bytesPerSecond: order.transfer.bytesPerSecond, lowSpeed: order.lowSpeed,
        taker: self, giver: isSent ? nil : self)
      self.state.url = route.url
      let head: ResponseHead
      do throws(TransferReport.Problem) {
        head = try exchange.make(by: client, at: route)
      } catch {
        // A response about a file that has changed since says nothing about the file as it is.
        if error.code != .stopped { try checkUnchanged() }
        throw error
      }
      (self.state.head, self.state.body) = (head, text)
      try checkUnchanged()
      if let target = head.redirection {
        try route.follow(target, status: head.status)
        continue
      }
      guard 200..<300 ~= head.status else { throw head.refusal(from: host) }
      self.state.bytes = length
      return
    }
  }

  private func checkChecksum() throws(TransferReport.Problem) {
    guard let asked = order.transfer.sha256 else { return }
    report("checking the file")
    let (checksum, client, progress) = (Checksum(), client, progress)
    try FilePieces.read(file, upTo: length, named: order.fileName) { piece throws(TransferReport.Problem) in
      checksum.take(piece)
      progress.turn()
      try client.checkSignals()
    }
    guard checksum.finish() == asked else {
      throw TransferReport.Problem(.checksum, "\(order.fileName) does not have the checksum")
    }
  }

  private func lines(_ route: Route) -> [String] {
    // A short body is not worth a question before it.
    let question = length < Self.worthAsking ? ["Expect:"] : []
    return ["Accept-Encoding: identity"] + question + (route.isAtOrigin ? order.fields.lines : [])
  }

  /// Checks that the file has not changed: a mix of two states is not the file that the user wants to send.
  private func checkUnchanged() throws(TransferReport.Problem) {
    var now = stat()
    guard fstat(file.number, &now) == 0, now.st_size == opened.st_size,
      now.st_mtim.tv_sec == opened.st_mtim.tv_sec, now.st_mtim.tv_nsec == opened.st_mtim.tv_nsec
    else {
      throw TransferReport.Problem(.changed, "\(order.fileName) was changed while it was sent")
    }
  }

  func give(
    from position: Int64, _ space: UnsafeMutableRawBufferPointer
  ) throws(TransferReport.Problem) -> Int {
    let wanted = Int(min(Int64(space.count), max(length - position, 0)))
    guard wanted > 0 else { return 0 }
    let count: Int
    do throws(SystemError) {
      count = try systemCall("read") { pread(file.number, space.baseAddress, wanted, off_t(position)) }
    } catch {
      throw TransferReport.Problem(.unreadable, "\(order.fileName) cannot be read: \(error.text)")
    }
    guard count > 0 else {
      throw TransferReport.Problem(.changed, "\(order.fileName) has become shorter while it was sent")
    }
    return count
  }

  func note(sent count: Int64) {
    guard count != state.bytes else { return }
    state.bytes = count
    report("to \(host)")
  }

  func take(head: ResponseHead) -> Bool {
    state.head = head
    return true
  }

  func take(body piece: UnsafeRawBufferPointer) -> Bool {
    state.received += Int64(piece.count)
    answer += piece
    return answer.count <= Self.maximumAnswerBytes
  }

  /// The body of the response, where a report can have it.
  private var text: String? {
    guard !answer.isEmpty, answer.count <= Self.maximumAnswerBytes, !answer.contains(0) else { return nil }
    return String(validating: answer, as: UTF8.self)
  }

  private func report(_ words: String) { progress.set(completed: state.bytes, total: length, words) }
}
