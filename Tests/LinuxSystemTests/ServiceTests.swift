import Dispatch
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("The service manager")
struct ServiceTests {
  @Test("It is told what sd_notify(3) describes, and a status cannot smuggle in another assignment")
  func notifications() async {
    await #expect(processExitsWith: .success) {
      guard let directory = try? TemporaryFolder() else { exit(1) }
      let path = directory.path + "/notify"
      let receiver = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
      precondition((try? UnixName.bind(receiver, path)) != nil)
      setenv("NOTIFY_SOCKET", path, 1)
      setenv("WATCHDOG_USEC", "2000", 1)
      unsetenv("WATCHDOG_PID")
      let message = {
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = recv(receiver, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
      }
      let expect = { (text: String) in
        let said = message()
        precondition(said == text, said)
      }
      let queue = DispatchQueue(label: "test")
      let manager = ServiceManager(queue: queue)
      manager.status("half way")
      expect("EXTEND_TIMEOUT_USEC=120000000\nSTATUS=half way")
      manager.ready(status: "12 tasks wait\nREADY=0")
      expect("READY=1\nSTATUS=12 tasks wait READY=0")
      manager.status("busy")
      expect("STATUS=busy")
      manager.reloading()
      let reloading = message()
      precondition(reloading.hasPrefix("RELOADING=1\nMONOTONIC_USEC="), reloading)
      let since = reloading.split(separator: "=").last.flatMap { Int64($0) } ?? 0
      precondition(abs(SystemClock.monotonicUSec - since) < 10_000_000)
      manager.stopping(status: "ends")
      expect("STOPPING=1\nSTATUS=ends")
      precondition(manager.watchdogUSec == 2000)
      queue.sync { manager.startWatchdog() }
      for _ in 0..<3 { expect("WATCHDOG=1") }
    }
  }

  @Test("Outside systemd nothing is said, nothing is inherited, and nobody watches")
  func absent() async throws {
    await #expect(processExitsWith: .success) {
      for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "LISTEN_FDS", "LISTEN_PID"] { unsetenv(name) }
      let manager = ServiceManager(queue: DispatchQueue(label: "test"))
      manager.ready(status: "x")
      manager.startWatchdog()
      precondition(manager.watchdogUSec == nil)
      precondition((try? manager.takeListeningSockets().isEmpty) == true)
      setenv("LISTEN_FDS", "nonsense", 1)
      setenv("LISTEN_PID", "\(getpid())", 1)
      precondition((try? manager.takeListeningSockets()) == nil)
    }
  }
}
