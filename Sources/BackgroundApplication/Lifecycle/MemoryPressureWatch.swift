import Foundation

/// A watch for short memory, as the kernel measures it (PSI, Documentation/accounting/psi.rst), without
/// polling: the kernel wakes the waiting thread.
///
/// A service manager may name the file to wait for, in `MEMORY_PRESSURE_WATCH` and `MEMORY_PRESSURE_WRITE`
/// (systemd's MEMORY_PRESSURE.md). Otherwise it is the pressure of the program's own control group, else that
/// of the machine.
final class MemoryPressureWatch: Sendable {
  /// A stall of 150 ms within 2 s, as systemd asks for; without privileges, no shorter period than two
  /// seconds is allowed.
  private static let trigger = Array("some 150000 2000000\0".utf8)

  /// - Parameter tell: Called on a thread of its own, which lasts as long as the program.
  /// - Returns: nil where no file can be watched, or the service manager forbids it (`/dev/null`).
  init?(_ environment: [String: String], tell: @escaping @Sendable () -> Void) {
    guard let descriptor = Self.file(environment) else { return nil }
    let watch = Thread { Self.follow(descriptor, tell) }
    watch.name = "memory pressure"
    watch.stackSize = 128 << 10
    watch.start()
  }

  private static func file(_ environment: [String: String]) -> Int32? {
    if let path = environment["MEMORY_PRESSURE_WATCH"] {
      if path == "/dev/null" { return nil }
      let text = environment["MEMORY_PRESSURE_WRITE"].flatMap { Data(base64Encoded: $0) }
      return file(path, writing: text.map { Array($0) } ?? [])
    }
    return own.flatMap { file($0, writing: trigger) } ?? file("/proc/pressure/memory", writing: trigger)
  }

  /// The pressure of the group that the kernel has this process in (cgroups(7)).
  private static var own: String? {
    let text = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)
    guard let line = text?.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return nil }
    return "/sys/fs/cgroup\(line.dropFirst(3))/memory.pressure"
  }

  private static func file(_ path: String, writing text: [UInt8]) -> Int32? {
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    if text.isEmpty || write(descriptor, text, text.count) == text.count { return descriptor }
    close(descriptor)
    return nil
  }

  private static func follow(_ descriptor: Int32, _ tell: () -> Void) {
    // A pipe or a socket has bytes to read; the kernel's files have an exceptional condition.
    let isKernel = lseek(descriptor, 0, SEEK_CUR) >= 0
    var bytes = [UInt8](repeating: 0, count: 4096)
    var ready = pollfd(fd: descriptor, events: Int16(isKernel ? POLLPRI : POLLIN), revents: 0)
    while true {
      let count = poll(&ready, 1, -1)
      if count < 0, errno == EINTR { continue }
      // The group is gone, or the writer is.
      if count < 0 || ready.revents & ready.events == 0 { break }
      if !isKernel, read(descriptor, &bytes, bytes.count) <= 0 { break }
      tell()
    }
    close(descriptor)
  }
}
