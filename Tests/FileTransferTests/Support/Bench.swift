import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Varlink

/// A folder for files that come and go, and the built program.
struct Bench {
  let folder: TemporaryFolder
  /// Bytes that nobody guesses, the same for the same length.
  let content: [UInt8]

  init(bytes: Int = 300_000) throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("here"), withIntermediateDirectories: true)
    content = Self.content(bytes, seed: 1)
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

  /// The environment of the program.
  static func environment(_ transfer: Wire.Transfer) -> [String: String?] {
    [
      "BGTASK_TRANSFER": String(decoding: transfer.json, as: UTF8.self), "BGTASKD_SOCKET": nil,
      "BGTASK_RUN_ID": nil, "BGTASK_ATTEMPT": nil, "INVOCATION_ID": nil, "CREDENTIALS_DIRECTORY": nil,
      "SSL_CERT_FILE": nil, "SSL_CERT_DIR": nil,
      "http_proxy": nil, "https_proxy": nil, "all_proxy": nil, "HTTPS_PROXY": nil, "ALL_PROXY": nil,
    ]
  }

  /// Makes an attempt by the built program.
  @discardableResult
  func run(_ transfer: Wire.Transfer, _ more: [String: String] = [:]) throws -> Attempt {
    var environment = Self.environment(transfer)
    for (name, value) in more { environment[name] = value }
    let program = try FinishedProgram.run(BuiltProduct.url("bgtask-transfer"), [], environment: environment)
    return Attempt(
      status: program.status, words: program.errors.trimmingCharacters(in: .newlines), report: try report())
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
  /// A whole answer.
  func whole(_ content: [UInt8], _ fields: String...) {
    raw("HTTP/1.1 200 OK\r\nContent-Length: \(content.count)\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n")
    body(content)
  }

  /// A chunk of a body that has several (RFC 9112, 7.1).
  func chunk(_ bytes: some Collection<UInt8>) {
    raw("\(String(bytes.count, radix: 16))\r\n")
    body(bytes)
    raw("\r\n")
  }

  /// The head of the rest of something.
  func restHead(from start: Int, of content: [UInt8], _ fields: String...) {
    raw(
      "HTTP/1.1 206 Partial Content\r\nContent-Length: \(content.count - start)\r\n"
        + "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)\r\n"
        + fields.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  /// The head of all of something.
  func wholeHead(of content: [UInt8], _ fields: String...) {
    raw("HTTP/1.1 200 OK\r\nContent-Length: \(content.count)\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n")
  }
}
