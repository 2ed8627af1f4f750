import LinuxSystem
import Testing

@testable import Daemon

@Suite("The daemon's command line")
struct DaemonOptionsTests {
  @Test("A path that is no text is refused with its place, and is not changed to another one")
  func rawPath() throws {
    let path = RawText(Array("--state-directory=/tmp/k".utf8) + [0xe9])
    let error = try #require(throws: UsageError.self) { try DaemonOptions([RawText("--user"), path]) }
    #expect(error.message.hasPrefix(#"argument 2, $'--state-directory=/tmp/k\xe9', is not UTF-8"#))
    #expect(try DaemonOptions([RawText("--user")]).instance == .user)
  }
}
