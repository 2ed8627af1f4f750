import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Files from and to a real web server")
struct WebServerTests {
  private let bench: Bench

  init() throws { bench = try Bench(bytes: 3 << 20) }

  @Test("A file comes whole, with the permissions of any new file, and nothing is left beside it")
  func download() throws {
    let server = try WebServer(in: bench.folder)
    try bench.folder.write("files/a", bench.content)
    let transfer = try bench.download("\(server.address)/a", checksum: bench.content)
    let attempt = try bench.run(transfer, expecting: 0)
    #expect(attempt.words == "file is there, \(bench.content.count) bytes")
    #expect(bench.has(bench.content))
    #expect(bench.names == ["file"])
    let mask = umask(0)
    umask(mask)
    let attributes = try FileManager.default.attributesOfItem(atPath: bench.file)
    #expect(attributes[.posixPermissions] as? Int == 0o666 & ~Int(mask))
    let report = try #require(attempt.report)
    #expect(report.outcome == .done && report.status == 200 && report.error == nil)
    #expect(report.bytes == Int64(bench.content.count) && report.totalBytes == report.bytes)
    #expect(report.bytesReceived == report.bytes && report.resumedAt == 0)
    #expect(report.headers["etag"]?.hasPrefix("\"") == true && report.headers["last-modified"] != nil)
    #expect(report.url == transfer.url)
  }

  @Test(
    "A new file takes the place of another one in one step, and what was interrupted goes on where it was")
  func resumption() throws {
    let server = try WebServer(in: bench.folder, rules: "location /slow { alias files/a; limit_rate 1m; }")
    try bench.folder.write("files/a", bench.content)
    try bench.folder.write("here/file", "old")
    let transfer = try bench.download("\(server.address)/slow")
    let watch = try FolderEvents(of: bench.folder.path("here"))
    let program = try TransferProcess(transfer)
    #expect(watch.wait { (bench.bytes(bench.part)?.count ?? 0) >= 64 << 10 })
    #expect(bench.has(Array("old".utf8)))
    program.kill(SIGKILL)
    let begun = try #require(bench.bytes(bench.part)?.count)
    let attempt = try bench.run(transfer, expecting: 0)
    #expect(attempt.report?.resumedAt == Int64(begun) && attempt.report?.status == 206)
    #expect(bench.has(bench.content))
    #expect(bench.names == ["file"])
  }

  @Test("TLS is verified: a certificate that nobody trusts is refused, and one that is trusted is not")
  func certificates() throws {
    let certificate = try WebCertificate(in: bench.folder)
    let server = try WebServer(in: bench.folder, certificate: certificate)
    try bench.folder.write("files/a", bench.content)
    let transfer = try bench.download("\(server.address)/a")
    try bench.run(transfer, expecting: 77, .certificate)
    #expect(bench.bytes(bench.file) == nil)
    // The name is verified, too.
    let elsewhere = try bench.download(transfer.url.replacing("127.0.0.1", with: "localhost"))
    try bench.run(elsewhere, ["SSL_CERT_FILE": certificate.file], expecting: 77)
    try bench.run(transfer, ["SSL_CERT_FILE": certificate.file], expecting: 0)
    #expect(bench.has(bench.content))
    #expect(server.requests == ["GET /a 200 "])
  }

  @Test("What leads from https to http is not followed")
  func downgrade() throws {
    let plain = try ScriptedWebServer { _, answer in answer.whole([1]) }
    let certificate = try WebCertificate(in: bench.folder)
    let server = try WebServer(
      in: bench.folder, certificate: certificate, rules: "location /down { return 302 \(plain.address)/; }")
    let transfer = try bench.download("\(server.address)/down")
    let attempt = try bench.run(transfer, ["SSL_CERT_FILE": certificate.file], expecting: 76, .redirect)
    #expect(attempt.words.contains("from https to http"))
    #expect(plain.requests.isEmpty)
  }

  @Test("A file is sent and is there")
  func upload() throws {
    let server = try WebServer(in: bench.folder, rules: "dav_methods PUT; create_full_put_path on;")
    try bench.folder.write("here/file", bench.content)
    var transfer = bench.upload("\(server.address)/in/sent")
    transfer.checksum = "sha256:" + (try Bench.sha256(of: bench.content))
    let attempt = try bench.run(transfer)
    #expect(attempt.status == 0 && attempt.report?.status == 201, "\(attempt.words)")
    #expect(attempt.report?.bytes == Int64(bench.content.count))
    #expect(bench.bytes(bench.folder.path("files/in/sent")) == bench.content)
    #expect(try bench.run(transfer).report?.status == 204)
  }

  @Test("A bound for the speed holds")
  func speed() throws {
    let server = try WebServer(in: bench.folder)
    try bench.folder.write("files/a", bench.content)
    var transfer = try bench.download("\(server.address)/a")
    transfer.bytesPerSecond = 1 << 20
    let begin = ContinuousClock.now
    try bench.run(transfer, expecting: 0)
    #expect(ContinuousClock.now - begin > .seconds(1.5), "3 MiB by 1 MiB a second")
    #expect(bench.has(bench.content))
  }
}
