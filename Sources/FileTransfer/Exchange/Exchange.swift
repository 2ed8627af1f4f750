import CCurl
import Glibc
import LinuxSystem
import SchedulerAPI

/// One request and its response.
///
/// An exchange always speaks HTTP/1.1: one body needs no streams, whose windows would take memory. It always
/// verifies certificates, by the system's authorities, or by those that `SSL_CERT_FILE` and `SSL_CERT_DIR`
/// name, as OpenSSL's and curl's own programs do.
final class Exchange {
  /// The receiver of a response, while it comes.
  protocol Taker: AnyObject {
    /// Takes the head, which the body follows.
    /// - Returns: Whether the body is wanted. A body that is not wanted is not waited for.
    func take(head: ResponseHead) throws(TransferReport.Problem) -> Bool
    /// Takes the next piece of the body.
    /// - Returns: Whether more of it is wanted.
    func take(body: UnsafeRawBufferPointer) throws(TransferReport.Problem) -> Bool
  }

  /// The source of a request's body.
  protocol Giver: AnyObject {
    /// The length of the body, in bytes.
    var length: Int64 { get }
    /// Takes note of how many bytes of the body the server's machine has at most.
    func note(sent count: Int64)
    /// Fills the space as far as it can from a position in the body.
    func give(from position: Int64, _ space: UnsafeMutableRawBufferPointer) throws(TransferReport.Problem)
      -> Int
  }

  /// The most bytes that all heads of a response may have, those of provisional responses included.
  private static let maximumHeadBytes = 128 << 10
  /// Returns the size of the pieces in which libcurl takes a body, at least 1 KiB. libcurl takes up to
  /// `piecesInARow` of them before it looks at the clock, which shall be no more than a second's bytes.
  private static func pieceBytes(_ bytesPerSecond: Int?) -> Int {
    min(max((bytesPerSecond ?? .max) / piecesInARow, 1024), 128 << 10)
  }

  /// Returns the seconds that libcurl may rest after `piecesInARow` pieces.
  private static func pauseSeconds(_ bytesPerSecond: Int?) -> Int {
    bytesPerSecond.map { pieceBytes($0) * piecesInARow / $0 } ?? 0
  }

  private static let piecesInARow = 100
  /// The time in which a connection must be made, in seconds.
  private static let connectSeconds = 30
  /// The easy handle of libcurl.
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
  /// Whether the taker wanted no more of the response's body.
  private var isCut = false
  private var position: Int64 = 0
  /// The sockets that libcurl has opened for this exchange.
  private var sockets: [curl_socket_t] = []
  /// The problem for which a callback has ended the exchange.
  private var problem: TransferReport.Problem?

  /// Prepares the exchange.
  /// - Parameters:
  ///   - lines: Fields of the head besides those that libcurl adds.
  ///   - bytesPerSecond: A bound for the body's speed, on the average.
  ///   - lowSpeed: The speed below which the exchange is too slow.
  ///   - receiveBytes: A bound for what the kernel receives ahead of this program; `nil` is the kernel's own.
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
      // A fresh connection carries this body alone, so unsent bytes are the body's.
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

  /// Traps on an error: the options are this program's own, and only memory can be missing.
  private func check(_ code: CURLcode) {
    precondition(code == CURLE_OK, String(cString: curl_easy_strerror(code)))
  }

  // MARK: What it comes to

  /// Makes the exchange.
  /// - Returns: The response's head. The body is whole, as far as its form tells, or was not wanted.
  /// - Throws: The reason why there is no response, or not all of it.
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

  /// Returns the problem for libcurl's error. Most pass: servers, networks and machines have their moments.
  private static func problem(_ code: CURLcode, _ words: String, _ host: String) -> TransferReport.Problem {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      .init(.certificate, "the certificate of \(host) is not trusted: \(words)")
    // libcurl parses a redirect's address before it is followed, so this one is the request's own.
    case CURLE_URL_MALFORMAT: .init(.request, "the address is wrong: \(words)")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      .init(.protocol, "\(host) does not speak HTTP as it should: \(words)")
    // libcurl reports a line beyond its bound, 100 KiB, as missing memory.
    case CURLE_OUT_OF_MEMORY: .init(.protocol, "\(host) sends a head with a line that is too long")
    case CURLE_FILESIZE_EXCEEDED:
      .init(.unexpected, "\(host) gives an impossible length: \(words)")
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

  /// - Returns: The number of bytes taken; fewer than given end the exchange.
  private func take(line: UnsafeRawBufferPointer) -> Int {
    headBytes += line.count
    guard headBytes <= Self.maximumHeadBytes else {
      problem = .init(.protocol, "the head of the answer has more than \(Self.maximumHeadBytes) bytes")
      return 0
    }
    // Trailers, behind the body, say nothing about it any more.
    guard !isHeadTaken else { return line.count }
    if line.starts(with: "HTTP/".utf8) {
      // The heads before this one were provisional (1xx).
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

  /// The problem with a head of success that came before the whole body was sent: it cannot be about that
  /// body. A byte that the other side's kernel does not have is one that the server has not read.
  private var earlySuccess: TransferReport.Problem? {
    guard let giver, 200..<300 ~= head.status else { return nil }
    let sent = sentBytes
    guard sent < giver.length else { return nil }
    giver.note(sent: sent)
    return .init(
      .unexpected,
      "\(host) answers \(head.status) before it has the whole file: "
        + "it has at most \(sent) of \(giver.length) bytes"
    )
  }

  /// The bytes of the body that the other side's kernel has at most: all sent but those in this kernel.
  private var sentBytes: Int64 {
    var count: curl_off_t = 0
    check(ccurl_get_size(handle, CURLINFO_SIZE_UPLOAD_T, &count))
    return max(Int64(count) - sockets.reduce(0) { $0 + Int64(ccurl_unsent($1)) }, 0)
  }

  /// Takes note of the bytes that have come or gone.
  /// - Throws: A problem when they are too few for the time.
  func turn() throws(TransferReport.Problem) {
    let sent = giver == nil ? 0 : sentBytes
    giver?.note(sent: sent)
    guard let words = watch.problem(at: stage(sent), moved: Int64(headBytes) + bodyBytes + sent) else {
      return
    }
    throw TransferReport.Problem(.network, "the connection to \(host) \(words)")
  }

  /// The time until the next turn at the latest, in milliseconds.
  var pauseMilliseconds: CInt { watch.pauseMilliseconds }

  private func stage(_ sent: Int64) -> SpeedWatch.Stage {
    if isHeadWhole { return .receiving }
    var connectedAfter: curl_off_t = 0
    check(ccurl_get_size(handle, CURLINFO_PRETRANSFER_TIME_T, &connectedAfter))
    if connectedAfter == 0 { return .connecting }
    return sent < giver?.length ?? 0 ? .sending : .waiting
  }

  /// Bounds the bytes that the kernel receives ahead of this program.
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
