import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

struct TransferRequestTests {
  static func request(
    _ change: (inout Wire.Transfer) -> Void = { _ in }
  ) -> Wire.TaskRequest {
    var transfer = Wire.Transfer(
      direction: .download, url: "https://example.org/image.iso", file: "/srv/image.iso")
    change(&transfer)
    return Wire.TaskRequest(identifier: "org.example.image", kind: .transfer, transfer: transfer)
  }

  @Test("A transfer needs a network unless it says otherwise, and comes back from the store as it was")
  func whole() throws {
    let request = Self.request {
      $0.method = "POST"
      $0.headersFile = "/home/a/token"
      $0.checksum = "sha256:" + String(repeating: "aB", count: 32)
      $0.bytesPerSecond = 1 << 20
      $0.priority = .high
      $0.discretionary = true
      $0.session = "org.example.images"
      $0.report = "/srv/report"
    }
    let submission = try request.submission()
    #expect(submission.request.target == .command)
    #expect(submission.request.requirements == .network)
    #expect(submission.credentials == .files)
    #expect(
      submission.request.transfer
        == TransferRule(
          host: "example.org:443", priority: .high, isDiscretionary: true, session: "org.example.images"))
    #expect(try Wire.TaskRequest(payload: submission.payload) == request)
    var local = Self.request { $0.url = "http://127.0.0.1:8080/" }
    local.requiresNetworkConnectivity = false
    #expect(try local.submission().request.requirements == [])
    #expect(request.transfer?.sha256 == String(repeating: "ab", count: 32))
  }

  @Test(
    "Its host is who is spoken to, whatever else the address says",
    arguments: [
      ("https://Example.ORG", "example.org:443"), ("http://example.org?a=b", "example.org:80"),
      ("https://[2001:db8::1]/a", "[2001:db8::1]:443"),
      ("HTTP://[2001:db8::1]:8080#x", "[2001:db8::1]:8080"),
      ("https://a.example:444/b:c@d", "a.example:444"), ("http://a", "a:80"),
      ("https://a.example:/b", "a.example:443"), ("https://[::1]:/", "[::1]:443"),
      ("https://[::ffff:192.0.2.1]/", "[::ffff:192.0.2.1]:443"), ("https://a.example./", "a.example.:443"),
      ("https://[fe80::1%25eth0]/", "[fe80::1%25eth0]:443"), ("https://a_b.1/", "a_b.1:443"),
      ("https://a.example:0443/", "a.example:443"), ("http://a.example:65535/", "a.example:65535"),
    ])
  func hosts(url: String, host: String) throws {
    #expect(try Self.request { $0.url = url }.submission().request.transfer?.host == host)
  }

  @Test("What is wrong is named, with what is allowed")
  func mistakes() throws {
    let wrong: [(field: String, Wire.TaskRequest)] = [
      ("transfer.url", Self.request { $0.url = "ftp://example.org/" }),
      ("transfer.url", Self.request { $0.url = "file:///etc/passwd" }),
      ("transfer.url", Self.request { $0.url = "https://:443/a/b/c" }),
      ("transfer.url", Self.request { $0.url = "https://me:secret@example.org/" }),
      ("transfer.url", Self.request { $0.url = "https://example.org/a b" }),
      ("transfer.url", Self.request { $0.url = "https://example.org/\u{0}" }),
      ("transfer.url", Self.request { $0.url = "https://a..b/" }),
      ("transfer.url", Self.request { $0.url = "https://.a/" }),
      ("transfer.url", Self.request { $0.url = "https://./" }),
      ("transfer.url", Self.request { $0.url = "https://\(String(repeating: "a", count: 64)).org/" }),
      ("transfer.url", Self.request { $0.url = "https://[1:2:3:4:5:6:7:8:9]/" }),
      ("transfer.url", Self.request { $0.url = "https://[1::2::3]/" }),
      ("transfer.file", Self.request { $0.file = "image.iso" }),
      ("transfer.file", Self.request { $0.file = "/srv/" }),
      ("transfer.file", Self.request { $0.file = "/srv/.." }),
      ("transfer.file", Self.request { $0.file = "/" + String(repeating: "a", count: 201) }),
      ("transfer.method", Self.request { $0.method = "Get" }),
      ("transfer.method", Self.request { $0.method = "HEAD" }),
      ("transfer.headersFile", Self.request { $0.headersFile = "token" }),
      ("transfer.checksum", Self.request { $0.checksum = "sha256:" + String(repeating: "g", count: 64) }),
      ("transfer.checksum", Self.request { $0.checksum = "md5:00" }),
      ("transfer.bytesPerSecond", Self.request { $0.bytesPerSecond = 1 }),
      ("transfer.session", Self.request { $0.session = "a b" }),
      ("transfer.report", Self.request { $0.report = "/srv/." }),
      ("transfer.report", Self.request { $0.report = $0.file }),
      (
        "transfer.report",
        Self.request {
          $0.headersFile = "/srv/token"
          $0.report = "/srv/token"
        }
      ),
      ("transfer", Wire.TaskRequest(identifier: "a", kind: .transfer)),
      (
        "transfer",
        Wire.TaskRequest(identifier: "a", kind: .processing, transfer: Self.request().transfer)
      ),
      (
        "command",
        Wire.TaskRequest(
          identifier: "a", kind: .transfer, command: .init(argv: ["/bin/true"]),
          transfer: Self.request().transfer)
      ),
      (
        "content",
        Wire.TaskRequest(
          identifier: "a", kind: .transfer, transfer: Self.request().transfer, content: "a")
      ),
    ]
    for (field, request) in wrong {
      let error = #expect(throws: SchedulerInterfaceError.self) { try request.submission() }
      guard case .invalidRequest(field, let message) = error else {
        Issue.record("\(field): \(String(describing: error))")
        continue
      }
      #expect(message.hasPrefix("found "), "\(field): \(message)")
      #expect(message.contains("allowed") || message.contains("has one"), "\(field): \(message)")
      #expect(!message.contains("secret"))
    }
  }

  @Test(
    "An address that is none is refused with what is wrong, and without what is for nobody's eyes",
    arguments: [
      ("http:///x", "no host in \"http:///x\""), ("https://", "no host in \"https://\""),
      ("http://:80/", "no host in"), ("http://[::1", "\"[::1\" in the place of the host"),
      ("http://[::1]x/", "\"[::1]x\" in the place of the host"), ("http://]/", "in the place of the host"),
      ("http://[]/", "in the place of the host"), ("http://[a]/", "in the place of the host"),
      ("http://[::g]/", "in the place of the host"), ("http://[::1%eth0]/", "in the place of the host"),
      ("http://[::1%25a:b]/", "in the place of the host"), ("http://[::1%25]/", "in the place of the host"),
      ("http://[\(String(repeating: ":", count: 46))]/", "in the place of the host"),
      ("http://\(String(repeating: "a", count: 254))/", "in the place of the host"),
      ("http://a|b/", "in the place of the host"),
      ("http://127.0.0.1:99999/x", "\"99999\" in the place of the port"),
      ("http://127.0.0.1:abc/x", "\"abc\" in the place of the port"),
      ("http://127.0.0.1:0/", "\"0\" in the place of the port"),
      ("http://127.0.0.1:-1/", "\"-1\" in the place of the port"),
      ("http://::1/", "no host in"), ("me:secret@example.org/a", "found \"example.org/a\","),
      ("http://a:1:2/", "\"1:2\" in the place of the port"),
      ("http://[::1]:99999/", "\"99999\" in the place of the port"),
      ("ftp://me:secret@example.org/a?secret#secret", "found \"ftp://example.org/a\","),
      ("ftp:me?secret", "found \"ftp:me\","),
    ])
  func addresses(url: String, found: String) throws {
    let error = #expect(throws: SchedulerInterfaceError.self) {
      try Self.request { $0.url = url }.submission()
    }
    guard case .invalidRequest("transfer.url", let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains(found), "\(message)")
    #expect(message.contains("allowed is an address that begins with https:// or http:// and a host"))
    #expect(!message.contains("secret"))
  }

  @Test("The program finds the transfer in its environment, and writes to its folders only")
  func program() throws {
    let transfer = try #require(
      Self.request {
        $0.headersFile = "/home/a/token"
        $0.report = "/var/lib/a/report"
      }.transfer)
    let lowSpeed = LowSpeed(bytesPerSecond: 5, length: .seconds(7))
    let command = Wire.Command(transfer, by: "/usr/bin/bgtask-transfer", lowSpeed: lowSpeed)
    #expect(command.argv == ["/usr/bin/bgtask-transfer"])
    #expect(command.workingDirectory == "/")
    #expect(command.credentials == ["headers": "/home/a/token"])
    let found = try #require(command.environment?["BGTASK_TRANSFER"])
    #expect(try Wire.Transfer(json: Array(found.utf8)) == transfer)
    #expect(command.environment?[LowSpeed.variable].flatMap { LowSpeed($0) } == lowSpeed)
    #expect(transfer.writtenFolders == ["/srv", "/var/lib/a"])
    var upload = transfer
    upload.direction = .upload
    upload.report = "/report"
    #expect(upload.writtenFolders == ["/"])
  }
}
