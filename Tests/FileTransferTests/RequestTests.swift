import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@testable import FileTransfer

@Suite("What the program is told, checked")
struct RequestTests {
  private let bench: Bench

  init() throws { bench = try Bench(bytes: 10) }

  @Test("Started by hand it says what it is")
  func usage() throws {
    let program = BuiltProduct.url("bgtask-transfer")
    let version = try FinishedProgram.run(program, ["--version"])
    #expect(version.status == 0 && version.output == "bgtask-transfer \(ProductVersion.number)\n")
    for arguments in [[], ["--help"]] {
      let finished = try FinishedProgram.run(program, arguments, environment: ["BGTASK_TRANSFER": nil])
      #expect(finished.status == 64)
      #expect(finished.errors.hasPrefix("bgtask-transfer moves one file by HTTP"))
    }
  }

  @Test(
    "A request that is wrong is refused in words",
    arguments: [
      ("{", "the request is wrong: "),
      (#"{"direction":"download","url":"https://a/","file":"/a","more":1}"#, "more"),
      (#"{"direction":"sideways","url":"https://a/","file":"/a"}"#, "direction"),
      (#"{"direction":"download","url":"file:///etc/passwd","file":"/a"}"#, "transfer.url"),
      (#"{"direction":"download","url":"https://me:secret@a/","file":"/a"}"#, "transfer.url"),
      (#"{"direction":"download","url":"https://a/","file":"a"}"#, "transfer.file"),
      (
        #"{"direction":"download","url":"https://a/","file":"/a","bytesPerSecond":1}"#,
        "transfer.bytesPerSecond"
      ),
      (#"{"direction":"download","url":"https://a/","file":"/a","method":"HEAD"}"#, "transfer.method"),
      (#"{"direction":"download","url":"https://a/","file":"/a","checksum":"md5:0"}"#, "transfer.checksum"),
      (#"{"direction":"download","url":"https://a/","file":"/a","report":"/a"}"#, "transfer.report"),
    ])
  func wrong(text: String, found: String) throws {
    let finished = try FinishedProgram.run(
      BuiltProduct.url("bgtask-transfer"), [], environment: ["BGTASK_TRANSFER": text])
    #expect(finished.status == 78)
    #expect(finished.errors.contains(found), "\(finished.errors)")
    #expect(finished.errors.split(separator: "\n").count == 1)
  }

  @Test("What is wrong with a request stands in its report, unless that is what is wrong")
  func reported() throws {
    var transfer = try bench.download("http://127.0.0.1:9/a")
    transfer.method = "HEAD"
    let method = try bench.run(transfer)
    #expect(method.status == 78 && method.code == .request && method.report?.url == transfer.url)
    #expect(method.report?.error?.message == method.words && method.words.contains("transfer.method"))
    (transfer.method, transfer.headersFile) = (nil, try bench.folder.write("fields", "A: b\nsecret"))
    let fields = try bench.run(transfer, expecting: 78, .request)
    #expect(fields.report?.error?.message == fields.words && fields.words.contains("fields, line 2"))
    try bench.folder.write("here/file", "untouched")
    transfer.report = bench.file
    try bench.run(transfer, expecting: 78)
    #expect(bench.has(Array("untouched".utf8)))
  }

  @Test("A file of fields: names and values, without white space around them")
  func fields() throws {
    let fields = try RequestFields(Array("A: b\r\n\nx-y:c:d \t\nEmpty:\n!#$%&'*+-.^_`|~9: ü\n".utf8))
    #expect(fields.lines == ["A: b", "x-y: c:d", "Empty;", "!#$%&'*+-.^_`|~9: ü"])
    #expect(try RequestFields([]).lines.isEmpty)
  }

  @Test(
    "What must not stand in a file of fields, and no value in what is said about it",
    arguments: [
      ("secret", "line 1: found no colon"), ("A: b\n: secret", "line 2: found no name before the colon"),
      ("A b: secret", "line 1: found no name before the colon"),
      (" A: secret", "line 1: found no name before the colon"),
      ("A: secret\u{1}", "line 1: found a control character"),
      ("A: x\rsecret", "line 1: found a control character"),
      ("A: secret\u{0}", "line 1: found a control character"), ("Host: secret", "line 1: found Host, which"),
      ("content-LENGTH: 9", "found content-LENGTH"),
      ("Transfer-Encoding: chunked", "found Transfer-Encoding"),
      ("Range: bytes=0-1", "found Range"), ("If-Range: x", "found If-Range"),
      ("Connection: close", "found Connection"),
      ("Accept-Encoding: gzip", "found Accept-Encoding"), ("Expect: x", "found Expect"),
      (String(repeating: "A: secret\n", count: 7000), "more than 65536 bytes"),
    ])
  func badFields(text: String, found: String) {
    let problem = #expect(throws: TransferReport.Problem.self) { try RequestFields(Array(text.utf8)) }
    #expect(problem?.code == .request)
    #expect(problem?.message.contains(found) == true, "\(problem?.message ?? "")")
    #expect(problem?.message.contains("secret") == false)
  }

  @Test("The fields are the credential's where there is one, else the file's")
  func credential() throws {
    let server = try ScriptedWebServer { _, answer in answer.whole([1]) }
    var transfer = try bench.download("\(server.address)/a")
    transfer.headersFile = try bench.folder.write("fields", "X-From: file")
    try bench.folder.write("credentials/headers", "X-From: credential")
    try bench.run(transfer, expecting: 0)
    try bench.run(transfer, ["CREDENTIALS_DIRECTORY": bench.folder.path("credentials")], expecting: 0)
    #expect(server.requests.map { $0.fields["x-from"] } == ["file", "credential"])
    try bench.run(transfer, ["CREDENTIALS_DIRECTORY": bench.folder.path("none")], expecting: 78)
  }

  @Test(
    "Which bytes an answer has",
    arguments: [
      ("bytes 1-2/3", 1...2, 3), ("BYTES  0-0/1", 0...0, 1), ("bytes 5-9/*", 5...9, nil),
      ("bytes */7", nil, 7),
      ("bytes 0-9223372036854775806/9223372036854775807", 0...(.max - 1), .max),
    ] as [(String, ClosedRange<Int64>?, Int64?)])
  func contentRange(text: String, bytes: ClosedRange<Int64>?, total: Int64?) throws {
    let range = try #require(ContentRange(text))
    #expect(range.bytes == bytes && range.total == total)
  }

  @Test(
    "What is no range of bytes",
    arguments: [
      "", "bytes", "bytes 1-2", "bytes 2-1/3", "bytes 1-3/3", "bytes */*", "bytes -1-2/3", "bytes +1-2/3",
      "bytes 1-2/3 x", "bytes 1-2-3/4", "bytes 1-2/3/4", "bytes 1-9223372036854775808/*", "lines 1-2/3",
    ])
  func noContentRange(text: String) { #expect(ContentRange(text) == nil) }
}
