import LinuxSystem
import SchedulerAPI
import SchedulerCore

/// Fetches a file. What has come is kept, and the next attempt asks for the rest of it only (RFC 9110, 14),
/// when it can tell that it is the rest of the same: by what the server has called it (If-Range), or by the
/// request's checksum in the end.
///
/// A body whose length nobody says and that ends with the connection counts as whole, as RFC 9112, 8 has it;
/// over TLS libcurl says when the connection was not closed as it has to be. A checksum tells for certain.
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

  /// What the answer is good for, as far as its head is there.
  private var answer = Answer.unknown

  /// What an answer is good for.
  private enum Answer {
    case unknown
    /// Its body is what is missing: all of that, or all up to this byte.
    case rest(until: Int64?)
    /// There is nothing missing.
    case whole
    /// What is there is not the beginning of what the server has.
    case another
    /// None of success.
    case refusal
  }

  /// Opens what there is.
  init(
    of order: TransferOrder, by client: HTTPClient, _ progress: ProgressReporter
  ) throws(TransferReport.Problem) {
    (self.order, self.client, self.progress) = (order, client, progress)
    part = try PartFile(for: order.transfer.file)
    state = TransferState(url: order.transfer.url)
  }

  /// Fetches it.
  /// - Parameter state: How far it has come, whatever the end is.
  func run(_ state: inout TransferState) throws(TransferReport.Problem) {
    defer { state = self.state }
    let (before, beganUSec) = (firstByte, SystemClock.monotonicUSec)
    do throws(TransferReport.Problem) {
      try fetch()
    } catch {
      if isUseless(after: error) {
        part.discard()
      } else {
        // The next attempt goes on there, even after a failure of power. What has failed is said already.
        try? part.synchronize()
        // What comes so slowly that it is ended for that is no progress, however often that is done.
        self.state.hasProgressed = order.lowSpeed.isEnough(
          firstByte - before, in: TimeSpan(uSec: SystemClock.monotonicUSec - beganUSec),
          bound: order.transfer.bytesPerSecond)
      }
      throw error
    }
  }

  /// Whether nobody can go on with what is there. An answer that has no file says nothing about what has
  /// come: a login may have ended, a portal be in the way, and who asks again hears from the server whether
  /// it is still the same.
  private func isUseless(after problem: TransferReport.Problem) -> Bool {
    switch problem.code {
    // What was added last is not what the server has said that it sends.
    case .checksum: true
    case .unexpected: isComing || part.length == 0
    // Nor does its owner want it any more.
    case .stopped: part.length == 0 || progress.isCancelled
    default: part.length == 0
    }
  }

  /// What the next attempt would go on with is of no use when all know that this one has done it.
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
          ? .init(.checksum, "what \(host) has sent, \(part.length) bytes, is not what the checksum is of")
          : .init(.unexpected, "\(host) answers with a part of the file, which was not asked for")
      }
      // Once more, from the beginning: what was there is the beginning of something else.
      start = 0
    }
  }

  /// How much of what is there can be gone on with: GET alone has ranges (RFC 9110, 14.2). What has nothing
  /// to tell it by may be of long ago, even where it is whole.
  private var firstByte: Int64 {
    guard let record = part.record, record.url == order.transfer.url, order.method == "GET",
      record.validator != nil || order.transfer.checksum != nil
    else { return 0 }
    return part.length
  }

  /// What the kernel has taken and this program has not is lost when it is killed, some mebibytes. What was
  /// interrupted before may be again, so from then on that is a small part of the whole, enough still for
  /// 25 MB a second from 20 ms away where that is 1 GiB. Where it is much more the kernel knows best.
  private var receiveBytes: CInt? {
    guard let total = part.record?.total, total < 8 << 30 else { return nil }
    return CInt(max(total / 2048, 256 << 10))
  }

  /// Puts the file where it is to be.
  private func put() throws(TransferReport.Problem) {
    state.totalBytes = part.length
    try part.putInPlace()
  }

  // MARK: Asking

  /// Fetches all from a byte on.
  /// - Returns: Whether the part is whole now; false when it was not the beginning of what there is.
  private func fetch(from start: Int64) throws(TransferReport.Problem) -> Bool {
    (state.resumedAt, state.bytes, state.totalBytes) = (start, start, part.record?.total)
    checksum = order.transfer.checksum == nil ? nil : Checksum()
    if start > 0 { try readAgain() }
    // The checksum says whether it is that; else the server is asked, who may have something else by now.
    if start > 0, part.record?.total == start, checksum != nil { return true }
    var head = try ask(from: start)
    // A range ends where the server wants it to: only one that ends where the whole does is the last.
    while case .rest(let end?) = answer, end != part.record?.total { head = try ask(from: end) }
    return try isWhole(head)
  }

  /// Asks for all from a byte on, and takes what of it comes.
  /// - Returns: The head of the answer, whose body has come as far as it says.
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

  /// A body may end as it should and be less than its head has said: that of a range in chunks.
  private func checkLength() throws(TransferReport.Problem) {
    guard case .rest(let end) = answer, let total = end ?? state.totalBytes, part.length < total else {
      return
    }
    throw TransferReport.Problem(
      .incomplete, "\(host) has sent \(part.length) of \(total) bytes and says that it is all")
  }

  /// A checksum is of all bytes, also of those from before.
  private func readAgain() throws(TransferReport.Problem) {
    guard let checksum else { return }
    report("looking at what has come before")
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

  /// Whether an answer has made the part whole.
  private func isWhole(_ head: ResponseHead) throws(TransferReport.Problem) -> Bool {
    switch answer {
    case .rest, .whole: return true
    case .another: return false
    case .unknown, .refusal: throw head.refusal(from: host)
    }
  }

  /// Whether the part is what the checksum is of.
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
    // Of a beginning that is all there is nothing more can be asked for.
    case 416 where asked > 0: answer = isAll(head) ? .whole : .another
    default: answer = .refusal
    }
    return isComing
  }

  /// Whether the answer's body is what is missing.
  private var isComing: Bool {
    if case .rest = answer { true } else { false }
  }

  /// Whether what comes as all of the file is a part of it by its own head. A server, or what stands before
  /// it, that knows ranges by halves is asked for all then, without one.
  private func isPart(_ head: ResponseHead) -> Bool {
    if saysPart(head) { return true }
    guard asked > 0 else { return false }
    guard !head.hasSeveralParts else { return true }
    guard let total = part.record?.total, case .bytes(let count) = head.bodyLength, count != total else {
      return false
    }
    // What is missing by chance is asked for once more, which costs a moment.
    return count == total - asked || part.record?.validator != nil && part.record?.validator == head.validator
  }

  /// Whether a range stands in a head of all, where it means nothing (RFC 9110, 14.4), and is not all.
  private func saysPart(_ head: ResponseHead) -> Bool {
    let said = head.values(of: "content-range")
    // Elsewhere than in answers to ranges others count what they like in it, such as rows.
    guard said.contains(where: { asked > 0 || $0.lowercased().hasPrefix("bytes") }) else { return false }
    guard let range = head.contentRange, range.isAll else { return true }
    if case .bytes(let count) = head.bodyLength { return count != range.total }
    return false
  }

  /// All of it comes, from the beginning.
  private func begin(_ head: ResponseHead) throws(TransferReport.Problem) {
    var total = head.contentRange?.total
    switch head.bodyLength {
    case .bytes(let count): total = count
    case .unsaid: break
    case .impossible(let words):
      throw TransferReport.Problem(.unexpected, "\(host) says a length that cannot be: \(words)")
    }
    if state.resumedAt > 0, checksum != nil { checksum = Checksum() }
    (state.resumedAt, state.bytes, state.totalBytes) = (0, 0, total)
    try part.begin(url: order.transfer.url, head, total: total)
    try checkRoom()
    answer = .rest(until: nil)
  }

  /// What a part is good for: its body has to follow what is there.
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

  /// Whether the server calls the whole something else than what the part is the beginning of.
  private func isOfAnother(_ head: ResponseHead) -> Bool {
    guard let validator = part.record?.validator else { return false }
    let name = validator.hasPrefix("\"") ? "etag" : "last-modified"
    return head.values(of: name).contains { $0 != validator }
  }

  private func isAll(_ head: ResponseHead) -> Bool {
    guard let total = head.contentRange?.total, !isOfAnother(head) else { return false }
    return total == part.length && part.record?.total ?? total == total
  }

  /// A disk that cannot hold it is not filled first.
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
