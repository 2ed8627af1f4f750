import Glibc
import TestSupport
import Testing

@Suite("The test's end of sd_notify(3)")
struct NotifySocketTests {
  @Test("Nobody who says what it does has to wait until somebody asks, and what matters is not lost")
  func drained() throws {
    let folder = try TemporaryFolder()
    let notifications = try NotifySocket(path: folder.path("notify"))
    let number = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    defer { close(number) }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(notifications.path.utf8)) }
    func say(_ text: String) -> Int {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(number, text, text.utf8.count, 0, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
    // The kernel's queue holds net.unix.max_dgram_qlen of them, ten as a rule.
    for line in 0..<1000 { #expect(say("STATUS=\(line)") > 0) }
    #expect(say("READY=1\nSTATUS=up") > 0)
    #expect(notifications.receive(until: .now + .seconds(10)) == ["READY=1", "STATUS=up"])
  }
}
