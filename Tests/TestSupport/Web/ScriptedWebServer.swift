import Foundation
import Synchronization

/// A web server on a port of the loopback whose responses a closure writes byte by byte, also such as no
/// server should send. Every connection takes one request.
package final class ScriptedWebServer: Sendable {
  /// A request of a client.
  package struct Request: Sendable {
    /// The number of requests before it.
    package var number = 0
    /// The method in its first line.
    package var method = ""
    package var path = ""
    /// The fields, with names in lower case.
    package var fields: [String: String] = [:]
    /// The body, which is read before the response begins.
    package var body: [UInt8] = []

    /// The first byte that it asks for; `nil` when it asks for all.
    package var firstByte: Int? {
      fields["range"].flatMap { $0.firstMatch(of: /^bytes=(\d+)-$/) }.flatMap { Int($0.1) }
    }
  }

  /// The response to a request.
  package final class Answer: Sendable {
    private let descriptor: CInt
    private let bytes = Mutex(0)

    fileprivate init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// The number of bytes of the body that the other side has taken.
    fileprivate var sentBytes: Int { bytes.withLock(\.self) }

    /// Sends a head, line by line, and the empty line behind it.
    package func head(_ lines: String...) {
      send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), counts: false)
    }

    /// Sends bytes of a body.
    /// - Returns: `false` when the client is gone.
    @discardableResult
    package func body(_ bytes: some Collection<UInt8>) -> Bool { send(Array(bytes), counts: true) }

    /// Sends any text as it is.
    /// - Returns: `false` when the client is gone.
    @discardableResult
    package func raw(_ text: String) -> Bool { send(Array(text.utf8), counts: false) }

    @discardableResult
    private func send(_ all: [UInt8], counts: Bool) -> Bool {
      var sent = 0
      while sent < all.count {
        let count = all.withUnsafeBytes {
          Foundation.send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, CInt(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        sent += count
        if counts { bytes.withLock { $0 += count } }
      }
      return true
    }

    /// Reads up to this many bytes from the client.
    /// - Returns: The number of bytes that came; 0 when the client is gone.
    package func read(atMost count: Int) -> Int {
      var space = [UInt8](repeating: 0, count: count)
      return max(recv(descriptor, &space, count, 0), 0)
    }

    /// Waits until the client hangs up.
    package func waitForEnd() {
      var space = [UInt8](repeating: 0, count: 4096)
      while recv(descriptor, &space, space.count, 0) > 0 {}
    }

    /// Waits until the client hangs up, and reads nothing meanwhile.
    /// - Parameter milliseconds: The longest wait, for pauses between the pieces of a slow response.
    package func waitForHangUp(atMost milliseconds: CInt = -1) {
      // POLLRDHUP (poll(2)), which Glibc does not show.
      var entry = pollfd(fd: descriptor, events: 0x2000, revents: 0)
      while poll(&entry, 1, milliseconds) < 0, errno == EINTR {}
    }

    /// Ends the connection so that the client sees an error (RST).
    package func reset() {
      var now = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }
  }

  private struct State {
    var requests: [Request] = []
    var sentBytes = 0
  }

  /// The address, `http://127.0.0.1:PORT`.
  package let address: String
  private let listener: CInt
  private let state = Mutex(State())
  private let readsBodies: Bool

  /// Starts to listen on a free port.
  /// - Parameter readsBodies: Whether requests' bodies are read before the response begins.
  package init(
    readsBodies: Bool = true, answer: @escaping @Sendable (Request, Answer) -> Void
  ) throws {
    self.readsBodies = readsBodies
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Bytes in the kernel that were not sent would count as sent.
    var room: CInt = 64 << 10
    setsockopt(listener, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<CInt>.size))
    let listens = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard listens else { throw ScriptedServerError(call: "bind", code: errno) }
    address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
    self.listener = listener
    ListeningThread.start(listener) { [weak self] descriptor in
      guard let self else { return false }
      Thread { self.serve(descriptor, answer) }.start()
      return true
    }
  }

  deinit { shutdown(listener, CInt(SHUT_RDWR)) }

  /// All requests so far.
  package var requests: [Request] { state.withLock(\.requests) }

  /// The number of bytes of bodies that clients have taken, on connections that are over.
  package var sentBytes: Int { state.withLock(\.sentBytes) }

  private func serve(_ descriptor: CInt, _ script: @Sendable (Request, Answer) -> Void) {
    defer { close(descriptor) }
    guard var request = read(descriptor) else { return }
    state.withLock {
      request.number = $0.requests.count
      $0.requests.append(request)
    }
    let answer = Answer(descriptor)
    script(request, answer)
    state.withLock { $0.sentBytes += answer.sentBytes }
  }

  private func read(_ descriptor: CInt) -> Request? {
    var (bytes, space) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    func more() -> Bool {
      let count = recv(descriptor, &space, space.count, 0)
      if count > 0 { bytes += space[..<count] }
      return count > 0
    }
    let end = Array("\r\n\r\n".utf8)
    while bytes.firstRange(of: end) == nil { guard more() else { return nil } }
    guard let blank = bytes.firstRange(of: end) else { return nil }
    let lines = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let first = lines[0].split(separator: " ")
    var request = Request()
    (request.method, request.path) = (String(first[0]), String(first[1]))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      request.fields[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    guard readsBodies, let length = request.fields["content-length"].flatMap(Int.init) else { return request }
    if request.fields["expect"] != nil {
      Answer(descriptor).raw("HTTP/1.1 100 Continue\r\n\r\n")
    }
    bytes.removeFirst(blank.upperBound)
    while bytes.count < length { guard more() else { return nil } }
    request.body = bytes
    return request
  }
}
