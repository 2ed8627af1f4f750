import LinuxSystem
import SchedulerAPI
import SchedulerCore

/// Downloads a file. The bytes that have come are kept, and the next attempt asks only for the rest (RFC
/// 9110, 14), if it can tell that it is the rest of the same file: by the server's validator (If-Range), or
/// by the request's checksum in the end.
///
/// A body without a length that ends with the connection counts as whole, by RFC 9112, 8; over TLS libcurl
/// reports a connection that was not closed properly. Only a checksum is certain.
final class Download: Exchange.Taker {
  private let order: TransferOrder
  private let client: HTTPClient
  private let progress: ProgressReporter
  private let part: PartFile
  private var state: TransferState
  private var checksum: Checksum?
  private var host = ""
  /// The first byte that the server was asked for.
  private var asked: Int64 = 0

  /// The use of the response, once its head is there.
  private var answer = Answer.unknown

  /// The uses of a response.
  private enum Answer {
    case unknown
    /// The body is the missing rest of the file, or its bytes up to this one.
    case rest(until: Int64?)
    /// The part is already the whole file.
    case whole
    /// The part is not the beginning of the server's file.
    case another
    /// The response is none of success.
    case refusal
  }

  /// Opens the part.
  init(
    of order: TransferOrder, by client: HTTPClient, _ progress: ProgressReporter
  ) throws(TransferReport.Problem) {
    (self.order, self.client, self.progress) = (order, client, progress)
    part = try PartFile(for: order.transfer.file)
    state = TransferState(url: order.transfer.url)
  }

  /// Downloads the file.
  /// - Parameter state: The state of the attempt, which is set whatever the end is.
  func run(_ state: inout TransferState) throws(TransferReport.Problem) {
    defer { state = self.state }
    let (before, beganUSec) = (firstByte, SystemClock.monotonicUSec)
    do throws(TransferReport.Problem) {
      try fetch()
    } catch {
      if isUseless(after: error) {
        part.discard()
      } else {
        // The next attempt goes on there, even after a power failure. The problem is known already.
        try? part.synchronize()
        // An attempt that was ended for being slow has made no progress, however often that happens.
        self.state.hasProgressed = order.lowSpeed.isEnough(
          firstByte - before, in: TimeSpan(uSec: SystemClock.monotonicUSec - beganUSec),
          bound: order.transfer.bytesPerSecond)
      }
      throw error
    }
  }

  /// Whether no attempt can go on with the part. A response without a file says nothing about the part: a
  /// login may have ended, a portal may be in the way, and the next attempt hears from the server whether the
  /// file is still the same.
  private func isUseless(after problem: TransferReport.Problem) -> Bool {
    switch problem.code {
    // The bytes that were added last are not those that the server has announced.
    case .checksum: true
    case .unexpected: isComing || part.length == 0
    // The owner does not want the file any more either.
    case .stopped: part.length == 0 || progress.isCancelled
    default: part.length == 0
    }
  }

  /// Removes the part's files once the end of the attempt is known: the next attempt has no use for them.
  func forget() { part.forget() }

  private func fetch() throws(TransferReport.Problem) {
    // The first attempt is asked for the file as it is now.
    if order.attempt > 1, part.record?.url == order.transfer.url, let length = part.placedLength {
      (state.resumedAt, state.bytes, state.totalBytes) = (length, length, length)
      return
    }
    var start = firstByte
    while true {
      let isWhole = try fetch(from: start)
      if isWhole, isAsked() { return try put() }
      guard state.resumedAt > 0 else {
        throw isWhole
          ? .init(.checksum, "the \(part.length) bytes that \(host) has sent do not have the checksum")
          : .init(.unexpected, "\(host) answers with a part of the file, but the whole file was requested")
      }
      // The part was the beginning of another file, so this one is fetched from its beginning.
      start = 0
    }
  }

  /// The first byte to ask for: only GET has ranges (RFC 9110, 14.2), and a part without validator and
  /// checksum may be of an old state of the file, even where it is whole.
  private var firstByte: Int64 {
    guard let record = part.record, record.url == order.transfer.url, order.method == "GET",
      record.validator != nil || order.transfer.checksum != nil
    else { return 0 }
    return part.length
  }

  /// A bound for the bytes in the kernel, which are lost when this program is killed: some MiB. An attempt
  /// after an interruption may be interrupted again, so it bounds them to a small part of the whole, which
  /// for 1 GiB still allows 25 MB a second from 20 ms away. For much larger files the kernel knows best.
  private var receiveBytes: CInt? {
    guard let total = part.record?.total, total < 8 << 30 else { return nil }
    return CInt(max(total / 2048, 256 << 10))
  }

  /// Puts the file in its place.
  private func put() throws(TransferReport.Problem) {
    state.totalBytes = part.length
    try part.putInPlace()
  }

  // MARK: Asking

  /// Fetches the file from a byte on.
  /// - Returns: Whether the part is whole now; `false` when it was not the beginning of the server's file.
  private func fetch(from start: Int64) throws(TransferReport.Problem) -> Bool {
    (state.resumedAt, state.bytes, state.totalBytes) = (start, start, part.record?.total)
    checksum = order.transfer.checksum == nil ? nil : Checksum()
    if start > 0 { try readAgain() }
    // The checksum tells whether this is the file; else the server is asked, which may have another by now.
    if start > 0, part.record?.total == start, checksum != nil { return true }
    var head = try ask(from: start)
    // The server chooses where a range ends: the last one ends where the whole does.
    while case .rest(let end?) = answer, end != part.record?.total { head = try ask(from: end) }
    return try isWhole(head)
  }

  /// Asks for the file from a byte on, and takes the bytes that come.
  /// - Returns: The head of the response, whose body has come as far as it says.
  private func ask(from start: Int64) throws(TransferReport.Problem) -> ResponseHead {
    var route = try Route(order)
    while true {
      (host, answer, asked) = (route.host, .unknown, start)
      report("waiting for \(host)")
      let exchange = Exchange(
        route, lines(from: start, route), bytesPerSecond: order.transfer.bytesPerSecond,
        lowSpeed: order.lowSpeed, taker: self, receiveBytes: start > 0 ? receiveBytes : nil)
      state.url = route.url
      let head = try exchange.make(by: client, at: route)
      state.head = head
      if let target = head.redirection {
        try route.follow(target, status: head.status)
        continue
      }
      try checkLength()
      return head
    }
  }

  /// Checks that the body is as long as the head has said: a range in chunks may end properly and be shorter.
  private func checkLength() throws(TransferReport.Problem) {
    guard case .rest(let end) = answer, let total = end ?? state.totalBytes, part.length < total else {
      return
    }
    throw TransferReport.Problem(
      .incomplete, "\(host) has sent \(part.length) of \(total) bytes and says that the file is complete")
  }

  /// Adds the part's bytes to the checksum, which is of the whole file.
  private func readAgain() throws(TransferReport.Problem) {
    guard let checksum else { return }
    report("checking the part that came before")
    let (client, progress) = (client, progress)
    try part.forEachPiece { piece throws(TransferReport.Problem) in
      checksum.take(piece)
      progress.turn()
      try client.checkSignals()
    }
  }

  private func lines(from start: Int64, _ route: Route) -> [String] {
    var lines = ["Accept-Encoding: identity"]
    if start > 0 {
      lines.append("Range: bytes=\(start)-")
      if let validator = part.record?.validator { lines.append("If-Range: \(validator)") }
    }
    return lines + (route.isAtOrigin ? order.fields.lines : [])
  }

  /// Whether a response has made the part whole.
  private func isWhole(_ head: ResponseHead) throws(TransferReport.Problem) -> Bool {
    switch answer {
    case .rest, .whole: return true
    case .another: return false
    case .unknown, .refusal: throw head.refusal(from: host)
    }
  }

  /// Whether the file has the checksum that the request asks for.
  private func isAsked() -> Bool {
    guard let checksum, let asked = order.transfer.sha256 else { return true }
    return checksum.finish() == asked
  }

  // MARK: What comes

  func take(head: ResponseHead) throws(TransferReport.Problem) -> Bool {
    state.head = head
    switch head.status {
    case 200, 203: if isPart(head) { answer = .another } else { try begin(head) }
    case 206: answer = try rest(head)
    // A part that is the whole file leaves no range to ask for.
    case 416 where asked > 0: answer = isAll(head) ? .whole : .another
    default: answer = .refusal
    }
    return isComing
  }

  /// Whether the body is the missing rest.
  private var isComing: Bool {
    if case .rest = answer { true } else { false }
  }

  /// Whether a response that claims to be the whole file is a part of it by its own head. A server, or a
  /// proxy before it, that half knows ranges is then asked for the whole file without one.
  private func isPart(_ head: ResponseHead) -> Bool {
    if saysPart(head) { return true }
    guard asked > 0 else { return false }
    guard !head.hasSeveralParts else { return true }
    guard let total = part.record?.total, case .bytes(let count) = head.bodyLength, count != total else {
      return false
    }
    // An equal length may be chance: then asking once more costs a moment.
    return count == total - asked || part.record?.validator != nil && part.record?.validator == head.validator
  }

  /// Whether a head for the whole file has a smaller range, which means nothing there (RFC 9110, 14.4).
  private func saysPart(_ head: ResponseHead) -> Bool {
    let said = head.values(of: "content-range")
    // In responses to requests without a range some servers count other units in it, such as rows.
    guard said.contains(where: { asked > 0 || $0.lowercased().hasPrefix("bytes") }) else { return false }
    guard let range = head.contentRange, range.isAll else { return true }
    if case .bytes(let count) = head.bodyLength { return count != range.total }
    return false
  }

  /// Begins the part anew: the whole file comes.
  private func begin(_ head: ResponseHead) throws(TransferReport.Problem) {
    var total = head.contentRange?.total
    switch head.bodyLength {
    case .bytes(let count): total = count
    case .unsaid: break
    case .impossible(let words):
      throw TransferReport.Problem(.unexpected, "\(host) gives an impossible length: \(words)")
    }
    if state.resumedAt > 0, checksum != nil { checksum = Checksum() }
    (state.resumedAt, state.bytes, state.totalBytes) = (0, 0, total)
    try part.begin(url: order.transfer.url, head, total: total)
    try checkRoom()
    answer = .rest(until: nil)
  }

  /// Returns the use of a response with a range: its body has to follow the part.
  private func rest(_ head: ResponseHead) throws(TransferReport.Problem) -> Answer {
    guard asked > 0, let range = head.contentRange, let bytes = range.bytes, !head.hasSeveralParts,
      bytes.lowerBound == asked, bytes.upperBound < part.record?.total ?? .max, !isOfAnother(head),
      head.contentCoding == part.record?.coding ?? ""
    else { return .another }
    if let known = part.record?.total, let total = range.total, known != total { return .another }
    switch head.bodyLength {
    case .bytes(let count) where count != bytes.upperBound - bytes.lowerBound + 1: return .another
    case .impossible: return .another
    case .bytes, .unsaid: break
    }
    if let total = range.total { try part.learn(total: total) }
    state.totalBytes = part.record?.total
    try checkRoom()
    return .rest(until: bytes.upperBound + 1)
  }

  /// Whether the server's validator is another than that of the part.
  private func isOfAnother(_ head: ResponseHead) -> Bool {
    guard let validator = part.record?.validator else { return false }
    let name = validator.hasPrefix("\"") ? "etag" : "last-modified"
    return head.values(of: name).contains { $0 != validator }
  }

  private func isAll(_ head: ResponseHead) -> Bool {
    guard let total = head.contentRange?.total, !isOfAnother(head) else { return false }
    return total == part.length && part.record?.total ?? total == total
  }

  /// Checks the room on the disk, so that a disk that cannot hold the file is not filled first.
  private func checkRoom() throws(TransferReport.Problem) {
    guard let total = state.totalBytes, let room = part.roomBytes, total - part.length > room else { return }
    throw TransferReport.Problem(
      .full, "the disk has room for \(room) bytes, and \(total - part.length) are to come")
  }

  func take(body: UnsafeRawBufferPointer) throws(TransferReport.Problem) -> Bool {
    if case .rest(let end) = answer, let total = end ?? state.totalBytes,
      Int64(body.count) > total - part.length
    {
      throw TransferReport.Problem(.unexpected, "\(host) sends more than the \(total) bytes that it has said")
    }
    try part.append(body)
    checksum?.take(body)
    state.bytes = part.length
    state.received += Int64(body.count)
    report("from \(host)")
    return true
  }

  private func report(_ words: String) {
    progress.set(completed: part.length, total: state.totalBytes, words)
  }
}
