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
    func say(_ text: String) -> Int {
      UnixName.withAddress(of: notifications.path) { sendto(number, text, text.utf8.count, 0, $0, $1) }
    }
    // The kernel's queue holds net.unix.max_dgram_qlen of them, ten as a rule.
    for line in 0..<1000 { #expect(say("STATUS=\(line)") > 0) }
    #expect(say("READY=1\nSTATUS=up") > 0)
    #expect(notifications.receive(until: .now + .seconds(10)) == ["READY=1", "STATUS=up"])
  }
}
