import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

/// A folder for files that come and go, and the built program.
struct Bench {
  let folder: TemporaryFolder
  /// Bytes that nobody guesses, the same for the same length.
  let content: [UInt8]

  /// - Parameter isThere: Whether the file is there, to be sent.
  init(bytes: Int = 300_000, isThere: Bool = false) throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("here"), withIntermediateDirectories: true)
    content = Self.content(bytes, seed: 1)
    if isThere { try folder.write("here/file", content) }
  }

  static func content(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SplitMix64(seed: seed)
    return [UInt8](unsafeUninitializedCapacity: count + 8) { space, filled in
      for start in stride(from: 0, to: count, by: 8) {
        UnsafeMutableRawBufferPointer(space).storeBytes(
          of: generator.next(), toByteOffset: start, as: UInt64.self)
      }
      filled = count
    }
  }

  /// Where downloads go.
  var file: String { folder.path("here/file") }
  var part: String { folder.path("here/.file.bgtask-part") }
  var record: String { folder.path("here/.file.bgtask-record") }

  /// What is in the folder of downloads.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("here"))) ?? []).sorted()
  }

  func download(_ url: String, checksum: [UInt8]? = nil) throws -> Wire.Transfer {
    try Wire.Transfer(
      direction: .download, url: url, file: file,
      checksum: checksum.map { "sha256:" + (try Self.sha256(of: $0)) },
      report: folder.path("report"))
  }

  func upload(_ url: String) -> Wire.Transfer {
    Wire.Transfer(direction: .upload, url: url, file: file, report: folder.path("report"))
  }

  /// As sha256sum(1) says it, which has nothing of the program's.
  static func sha256(of bytes: [UInt8]) throws -> String {
    let folder = try TemporaryFolder()
    return try sha256(ofFile: folder.write("bytes", bytes))
  }

  static func sha256(ofFile path: String) throws -> String {
    let sum = try FinishedProgram.run(URL(filePath: "/usr/bin/sha256sum"), [path])
    return String(sum.output.prefix { $0 != " " })
  }

  /// What an attempt came to.
  struct Attempt {
    var status: Int32
    var words: String
    var report: TransferReport?

    var code: TransferReport.Code? { report?.error?.code }
  }

  static func environment(_ transfer: Wire.Transfer) -> [String: String?] {
    [
      "BGTASK_TRANSFER": String(decoding: transfer.json, as: UTF8.self), "BGTASKD_SOCKET": nil,
      "BGTASK_RUN_ID": nil, "BGTASK_ATTEMPT": nil, "INVOCATION_ID": nil, "CREDENTIALS_DIRECTORY": nil,
      "SSL_CERT_FILE": nil, "SSL_CERT_DIR": nil,
      "http_proxy": nil, "https_proxy": nil, "all_proxy": nil, "HTTPS_PROXY": nil, "ALL_PROXY": nil,
    ]
  }

  /// Makes an attempt by the built program.
  /// - Parameters:
  ///   - status: How it has to exit; nil is in any way.
  ///   - code: The problem that its report has to have; nil is any or none.
  @discardableResult
  func run(
    _ transfer: Wire.Transfer, _ more: [String: String] = [:], expecting status: Int32? = nil,
    _ code: TransferReport.Code? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Attempt {
    var environment = Self.environment(transfer)
    for (name, value) in more { environment[name] = value }
    let program = try FinishedProgram.run(BuiltProduct.url("bgtask-transfer"), [], environment: environment)
    let attempt = Attempt(
      status: program.status, words: program.errors.trimmingCharacters(in: .newlines), report: try report())
    #expect(
      attempt.status == status ?? attempt.status && attempt.code == code ?? attempt.code,
      "\(transfer.url), \(transfer.file): \(attempt.words)", sourceLocation: sourceLocation)
    return attempt
  }

  /// What the last attempt has written.
  func report() throws -> TransferReport? {
    guard let data = FileManager.default.contents(atPath: folder.path("report")) else { return nil }
    return try TransferReport(json: Array(data), refusesUnknown: true)
  }

  /// Whether the file is there, with these bytes, of which a test says nothing more: they are many.
  func has(_ content: [UInt8]) -> Bool { bytes(file) == content }

  /// The bytes of a file here; nil where there is none.
  func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }
}

extension ScriptedWebServer.Answer {
  func whole(_ content: [UInt8], _ fields: String...) {
    head((["HTTP/1.1 200 OK", "Content-Length: \(content.count)"] + fields).joined(separator: "\r\n"))
    body(content)
  }

  /// What a server that knows ranges gives: all, or the rest from where the request asks for it.
  /// - Parameters:
  ///   - end: Where the body breaks off; nil is at the end.
  ///   - fields: More fields of the head.
  func give(
    _ request: ScriptedWebServer.Request, of content: [UInt8], upTo end: Int? = nil, _ fields: String...
  ) {
    var lines = ["HTTP/1.1 200 OK", "Content-Length: \(content.count)"]
    if let start = request.firstByte {
      lines = [
        "HTTP/1.1 206 Partial Content", "Content-Length: \(content.count - start)",
        "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)",
      ]
    }
    head((lines + fields).joined(separator: "\r\n"))
    body(content[(request.firstByte ?? 0)..<(end ?? content.count)])
  }

  /// A chunk of a body that has several (RFC 9112, 7.1).
  func chunk(_ bytes: some Collection<UInt8>) {
    raw("\(String(bytes.count, radix: 16))\r\n")
    body(bytes)
    raw("\r\n")
  }
}
