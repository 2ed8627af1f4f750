import CCurl
import Glibc
import LinuxSystem
import SchedulerAPI

/// One request and its answer.
///
/// It is HTTP/1.1 in any case: an exchange of one body has nothing of several streams on a connection, whose
/// windows would take memory. Certificates are verified in any case, by the system's authorities, or by those
/// that `SSL_CERT_FILE` and `SSL_CERT_DIR` name, as for OpenSSL's and curl's own programs.
final class Exchange {
  /// What takes the answer, as it comes.
  protocol Taker: AnyObject {
    /// The head is there, and the body follows.
    /// - Returns: Whether the body is wanted. What is not wanted is not waited for.
    func take(head: ResponseHead) throws(TransferReport.Problem) -> Bool
    /// The next piece of the body.
    /// - Returns: Whether more of it is wanted.
    func take(body: UnsafeRawBufferPointer) throws(TransferReport.Problem) -> Bool
  }

  /// What gives a request's body.
  protocol Giver: AnyObject {
    /// How many bytes it has.
    var length: Int64 { get }
    /// So many of them the other side has at most.
    func note(sent count: Int64)
    /// Fills the space as far as it can from a place in the body.
    func give(from position: Int64, _ space: UnsafeMutableRawBufferPointer) throws(TransferReport.Problem)
      -> Int
  }

  /// All heads of an answer together, those of provisional ones included, have no more bytes.
  private static let maximumHeadBytes = 128 << 10
  /// So much of a body libcurl takes at a time: as it takes up to so many pieces in a row before it looks at
  /// the clock, no more in a row than may come in a second, if it can be so little.
  private static func pieceBytes(_ bytesPerSecond: Int?) -> Int {
    min(max((bytesPerSecond ?? .max) / piecesInARow, 1024), 128 << 10)
  }

  /// How long it may rest after that.
  private static func pauseSeconds(_ bytesPerSecond: Int?) -> Int {
    bytesPerSecond.map { pieceBytes($0) * piecesInARow / $0 } ?? 0
  }

  private static let piecesInARow = 100
  /// How long it may take to be connected, in seconds.
  private static let connectSeconds = 30
  /// libcurl's.
  let handle: UnsafeMutableRawPointer
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private let host: String
  private let taker: any Taker
  private let giver: (any Giver)?
  private let receiveBytes: CInt?
  private var lines: UnsafeMutablePointer<curl_slist>?

  private var head = ResponseHead()
  private var headBytes = 0
  private var isHeadWhole = false
  private var isHeadTaken = false
  private var bodyBytes: Int64 = 0
  private var watch: SpeedWatch
  /// No more of the answer's body was wanted.
  private var isCut = false
  private var position: Int64 = 0
  /// What was opened for it.
  private var sockets: [curl_socket_t] = []
  /// Why a callback has ended it.
  private var problem: TransferReport.Problem?

  /// Prepares it.
  /// - Parameters:
  ///   - lines: What the head says besides what libcurl adds.
  ///   - bytesPerSecond: A bound for the body's speed, on the average.
  ///   - lowSpeed: What is too slow.
  ///   - receiveBytes: So much of the answer the kernel may take ahead of this program; nil is for it to say.
  init(
    _ route: Route, _ lines: [String], bytesPerSecond: Int?, lowSpeed: LowSpeed, taker: any Taker,
    giver: (any Giver)? = nil, receiveBytes: CInt? = nil
  ) {
    guard let handle = curl_easy_init() else { fatalError("curl_easy_init") }
    (self.handle, self.taker, self.giver, self.receiveBytes) = (handle, taker, giver, receiveBytes)
    host = route.host
    watch = SpeedWatch(lowSpeed, bound: bytesPerSecond, pauseSeconds: Self.pauseSeconds(bytesPerSecond))
    errorText.initialize(repeating: 0)
    set(CURLOPT_URL, route.url)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_CONNECTTIMEOUT, Self.connectSeconds)
    set(CURLOPT_BUFFERSIZE, Self.pieceBytes(bytesPerSecond))
    set(CURLOPT_USERAGENT, "bgtaskd/\(ProductVersion.number)")
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    if let file = SocketPath.variable(named: "SSL_CERT_FILE") { set(CURLOPT_CAINFO, file) }
    if let folder = SocketPath.variable(named: "SSL_CERT_DIR") { set(CURLOPT_CAPATH, folder) }
    check(ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText.baseAddress))
    for line in lines { self.lines = curl_slist_append(self.lines, line) }
    check(ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, self.lines))
    setBodies(route, bytesPerSecond)
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(lines)
    errorText.deallocate()
  }

  private func setBodies(_ route: Route, _ bytesPerSecond: Int?) {
    let this = Unmanaged.passUnretained(self).toOpaque()
    if let giver {
      set(CURLOPT_UPLOAD, 1)
      // What went over the connection is this body alone.
      set(CURLOPT_FRESH_CONNECT, 1)
      check(ccurl_set_size(handle, CURLOPT_INFILESIZE_LARGE, Int(giver.length)))
      check(ccurl_set_giver(handle, Self.giveBody, Self.seekBody, this))
    }
    let usual = giver == nil ? "GET" : "PUT"
    if route.method != usual { set(CURLOPT_CUSTOMREQUEST, route.method) }
    if let bytesPerSecond {
      let option = giver == nil ? CURLOPT_MAX_RECV_SPEED_LARGE : CURLOPT_MAX_SEND_SPEED_LARGE
      check(ccurl_set_size(handle, option, bytesPerSecond))
    }
    check(ccurl_set_taker(handle, CURLOPT_HEADERFUNCTION, Self.takeHead, CURLOPT_HEADERDATA, this))
    check(ccurl_set_socket_preparation(handle, Self.prepareSocket, this))
    check(ccurl_set_taker(handle, CURLOPT_WRITEFUNCTION, Self.takeBody, CURLOPT_WRITEDATA, this))
  }

  private func set(_ option: CURLoption, _ value: Int) { check(ccurl_set_number(handle, option, value)) }

  private func set(_ option: CURLoption, _ text: String) { check(ccurl_set_pointer(handle, option, text)) }

  /// Options are this program's own; only memory can be missing.
  private func check(_ code: CURLcode) {
    precondition(code == CURLE_OK, String(cString: curl_easy_strerror(code)))
  }

  // MARK: What it comes to

  /// Makes the exchange.
  /// - Returns: The answer's head. Its body is whole, as far as its form tells, or was not wanted.
  /// - Throws: Why there is no answer, or not all of it.
  func make(by client: HTTPClient, at route: Route) throws(TransferReport.Problem) -> ResponseHead {
    let code = try client.drive(self)
    if let problem { throw problem }
    // A server may answer before it has read a body, and hang up.
    let isAnswered = head.status >= 300 && giver != nil
    guard code == CURLE_OK || isCut || isAnswered else { throw Self.problem(code, words(code), host) }
    if !isHeadTaken { _ = try takeHead() }
    return head
  }

  private func words(_ code: CURLcode) -> String {
    let said = errorText.baseAddress.map { String(cString: $0) } ?? ""
    return said.isEmpty ? String(cString: curl_easy_strerror(code)) : said
  }

  /// What passes is the rule: servers, networks and machines have their moments.
  private static func problem(_ code: CURLcode, _ words: String, _ host: String) -> TransferReport.Problem {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      .init(.certificate, "\(host) is not trusted to be that: \(words)")
    // Whoever leads elsewhere is asked for an address that libcurl can read before it is followed.
    case CURLE_URL_MALFORMAT: .init(.request, "the address is wrong: \(words)")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      .init(.protocol, "\(host) does not speak HTTP as it should: \(words)")
    // There is no other bound that libcurl has for a line: 100 KiB.
    case CURLE_OUT_OF_MEMORY: .init(.protocol, "\(host) sends a head with a line that is too long")
    case CURLE_FILESIZE_EXCEEDED:
      .init(.unexpected, "\(host) says a length that cannot be: \(words)")
    case CURLE_PARTIAL_FILE:
      .init(.incomplete, "the connection to \(host) ended before everything had come: \(words)")
    default:
      .init(.network, "the connection to \(host) failed: \(words)")
    }
  }

  // MARK: What comes and goes

  private static func of(_ address: UnsafeMutableRawPointer) -> Exchange {
    Unmanaged<Exchange>.fromOpaque(address).takeUnretainedValue()
  }

  private static let takeHead: curl_write_callback = { bytes, size, count, address in
    guard let bytes, let address else { return 0 }
    return Exchange.of(address).take(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
  }

  private static let takeBody: curl_write_callback = { bytes, size, count, address in
    guard let bytes, let address else { return 0 }
    return Exchange.of(address).take(piece: UnsafeRawBufferPointer(start: bytes, count: size * count))
  }

  private static let giveBody: curl_read_callback = { space, size, count, address in
    guard let space, let address else { return 0 }
    return Exchange.of(address).give(UnsafeMutableRawBufferPointer(start: space, count: size * count))
  }

  private static let seekBody: curl_seek_callback = { address, offset, origin in
    guard let address, origin == SEEK_SET, offset >= 0 else { return CURL_SEEKFUNC_FAIL }
    Exchange.of(address).position = Int64(offset)
    return CURL_SEEKFUNC_OK
  }

  /// - Returns: How many bytes were taken; less than there are ends the exchange.
  private func take(line: UnsafeRawBufferPointer) -> Int {
    headBytes += line.count
    guard headBytes <= Self.maximumHeadBytes else {
      problem = .init(.protocol, "the head of the answer has more than \(Self.maximumHeadBytes) bytes")
      return 0
    }
    // What follows the body says nothing about it any more.
    guard !isHeadTaken else { return line.count }
    if line.starts(with: "HTTP/".utf8) {
      // Those before it were provisional (1xx).
      head = ResponseHead()
      var status = 0
      check(ccurl_get_number(handle, CURLINFO_RESPONSE_CODE, &status))
      head.status = status
    } else if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
      isHeadWhole = head.status >= 200
      problem = earlySuccess
    } else {
      head.take(line)
    }
    return problem == nil ? line.count : 0
  }

  /// What is wrong with a head of success that has come before the whole body went: it cannot be about that.
  /// One byte that the other side's kernel does not have is one that the server has not read.
  private var earlySuccess: TransferReport.Problem? {
    guard let giver, 200..<300 ~= head.status else { return nil }
    let sent = sentBytes
    guard sent < giver.length else { return nil }
    giver.note(sent: sent)
    return .init(
      .unexpected,
      "\(host) answers \(head.status) before it has the file: it has \(sent) of \(giver.length) bytes at most"
    )
  }

  /// How many bytes of the body the other side's kernel has, at most: what lies here is not there.
  private var sentBytes: Int64 {
    var count: curl_off_t = 0
    check(ccurl_get_size(handle, CURLINFO_SIZE_UPLOAD_T, &count))
    return max(Int64(count) - sockets.reduce(0) { $0 + Int64(ccurl_unsent($1)) }, 0)
  }

  /// Takes note of what has come or gone.
  /// - Throws: That it is too slow.
  func turn() throws(TransferReport.Problem) {
    let sent = giver == nil ? 0 : sentBytes
    giver?.note(sent: sent)
    guard let words = watch.problem(at: stage(sent), moved: Int64(headBytes) + bodyBytes + sent) else {
      return
    }
    throw TransferReport.Problem(.network, "the connection to \(host) \(words)")
  }

  /// When there is to be another turn at the latest.
  var pauseMilliseconds: CInt { watch.pauseMilliseconds }

  private func stage(_ sent: Int64) -> SpeedWatch.Stage {
    if isHeadWhole { return .receiving }
    var connectedAfter: curl_off_t = 0
    check(ccurl_get_size(handle, CURLINFO_PRETRANSFER_TIME_T, &connectedAfter))
    if connectedAfter == 0 { return .connecting }
    return sent < giver?.length ?? 0 ? .sending : .waiting
  }

  /// Bounds what the kernel takes ahead of this program.
  private static let prepareSocket: curl_sockopt_callback = { address, socket, _ in
    guard let address else { return CURL_SOCKOPT_OK }
    Exchange.of(address).sockets.append(socket)
    guard var bytes = Exchange.of(address).receiveBytes else { return CURL_SOCKOPT_OK }
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<CInt>.size))
    return CURL_SOCKOPT_OK
  }

  private func takeHead() throws(TransferReport.Problem) -> Bool {
    isHeadTaken = true
    return try taker.take(head: head)
  }

  private func take(piece: UnsafeRawBufferPointer) -> Int {
    bodyBytes += Int64(piece.count)
    do throws(TransferReport.Problem) {
      if !isHeadTaken { isCut = try !takeHead() }
      if !isCut { isCut = try !taker.take(body: piece) }
      return isCut ? 0 : piece.count
    } catch {
      problem = error
      return 0
    }
  }

  private func give(_ space: UnsafeMutableRawBufferPointer) -> Int {
    guard let giver else { return Int(CURL_READFUNC_ABORT) }
    do throws(TransferReport.Problem) {
      let count = try giver.give(from: position, space)
      position += Int64(count)
      return count
    } catch {
      problem = error
      return Int(CURL_READFUNC_ABORT)
    }
  }
}
