package import Foundation

/// A real web server for files, nginx, on a port of the loopback that was free.
package final class WebServer {
  /// The error that no port is free.
  package struct Failure: Error {}

  /// The address at which it serves `files` of its folder.
  package private(set) var address = URL(filePath: "/")
  private let root: TemporaryFolder
  private let rules: String
  private let certificate: WebCertificate?
  private var process = Process()
  /// The reading end of its error log, held so that the log has a reader.
  private var log: FileHandle?

  /// Starts the server, which listens when this returns.
  /// - Parameters:
  ///   - root: The folder whose `files` are served; nginx keeps its own files beside them.
  ///   - certificate: The server's certificate; with one it speaks TLS.
  ///   - rules: Further configuration for its one server.
  package init(in root: TemporaryFolder, certificate: WebCertificate? = nil, rules: String = "") throws {
    (self.root, self.certificate, self.rules) = (root, certificate, rules)
    try FileManager.default.createDirectory(atPath: root.path("files"), withIntermediateDirectories: true)
    // Another process may take the port between the query and the start.
    for _ in 0..<10 {
      let port = try Self.freePort()
      try root.write("nginx.conf", configuration(port))
      process = Process()
      process.executableURL = URL(filePath: Repository.path(".build/nginx/usr/sbin/nginx"))
      process.arguments = ["-p", root.path(""), "-c", "nginx.conf", "-e", "stderr"]
      process.standardOutput = FileHandle.nullDevice
      let words = try process.begin {
        let pipe = Pipe()
        $0.standardError = pipe
        return pipe.fileHandleForReading
      }
      if Self.listens(words) {
        var components = URLComponents()
        (components.host, components.port) = ("127.0.0.1", port)
        components.scheme = certificate == nil ? "http" : "https"
        address = components.url ?? address
        log = words
        return
      }
    }
    throw Failure()
  }

  /// Returns whether it says that it waits for connections, which it does after it has begun to listen.
  private static func listens(_ words: FileHandle) -> Bool {
    var said = Data()
    while true {
      let more = words.availableData
      if more.isEmpty { return false }
      said += more
      if String(decoding: said, as: UTF8.self).contains("event method") { return true }
    }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// All requests so far: method, path, status, and the value of If-None-Match.
  package var requests: [String] {
    let log = try? String(contentsOfFile: root.path("access.log"), encoding: .utf8)
    return (log ?? "").split(separator: "\n").map(String.init)
  }

  /// The number of bytes of bodies that it has handed to the kernel, in all requests that are over.
  package var sentBytes: Int {
    let log = try? String(contentsOfFile: root.path("bodies.log"), encoding: .utf8)
    return (log ?? "").split(separator: "\n").reduce(0) { $0 + (Int($1) ?? 0) }
  }

  private func configuration(_ port: Int) -> String {
    let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    return """
      pid nginx.pid;
      error_log stderr notice;
      daemon off;
      master_process off;
      events {}
      http {
        \(folders.map { "\($0)_temp_path temp-\($0);" }.joined(separator: " "))
        log_format short escape=none '$request_method $uri $status $http_if_none_match';
        log_format bodies escape=none '$body_bytes_sent';
        access_log access.log short;
        access_log bodies.log bodies;
        client_max_body_size 0;
        server {
          # What lies in the kernel unsent would count as sent.
          listen 127.0.0.1:\(port) sndbuf=64k\(certificate == nil ? "" : " ssl");
          root files;
          \(certificate.map { "ssl_certificate \($0.file); ssl_certificate_key \($0.keyFile);" } ?? "")
          \(rules)
        }
      }

      """
  }

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure() }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
