import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

/// A user pays for what waits by the bytes of the requests (`MaxPendingBytesPerUser=`), so what is made of
/// them must not be much more.
@Suite("The memory of what waits")
struct WaitingMemoryTests {
  private static let count = 1000

  /// Requests of which each says something else.
  private static let rows: [(name: String, change: @Sendable (inout Wire.TaskRequest, Int) -> Void)] = [
    ("one date in a zone", { $0.calendar = ["\(time($1)) Europe/Berlin"] }),
    ("dates in a zone", { $0.calendar = sixteen($1) { "\(time($0)) Europe/Berlin" } }),
    ("dates in many zones", { $0.calendar = sixteen($1) { "\(time($0)) \(zones[$0 % zones.count])" } }),
    ("lists of years", { $0.calendar = sixteen($1) { "\(list(30..<60))-1-1 \(time($0))" } }),
    (
      "lists of fractions",
      { request, number in
        request.calendar = sixteen(number) { number in
          let seconds = (0..<20).map { "\(($0 * 2 + number / 1440) % 60).\(1 + $0 % 9)" }
          return "2150-1-1 \(number / 60 % 24):\(number % 60):\(list(seconds))"
        }
      }
    ),
    ("conditions that wait for a date", { $0.when = conditions($1) { "exists /\($0)" } }),
    ("names, due", due { conditions($0) { "network \"\($0)\"" } }),
    ("holds, due", due { conditions($0) { "cpu-pressure for \($0 + 1)s" } }),
    ("one condition, due", due { "network \"a\($0)\"" }),
  ]

  /// As many as a request may have, which no other has.
  private static func conditions(_ number: Int, _ text: (Int) -> String) -> String {
    (0..<62).map { text(number * 64 + $0) }.joined(separator: " or ")
  }

  /// Its date has come, and its conditions do not hold.
  private static func due(
    _ when: @escaping @Sendable (Int) -> String
  ) -> @Sendable (inout Wire.TaskRequest, Int) -> Void {
    { request, number in
      request.earliestBeginUSec = nil
      request.when = "vpn and network \"none\" and (\(when(number)))"
    }
  }

  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Gaza",
    "America/Santiago", "Asia/Tokyo", "America/Havana",
  ]

  /// As many as a request may have, which no other has.
  private static func sixteen(_ number: Int, _ text: (Int) -> String) -> [String] {
    (0..<16).map { text(number * 16 + $0) }
  }

  /// One of the times of a day.
  private static func time(_ number: Int) -> String {
    let second = number * 7919 % 86_400
    return "\(second / 3600):\(second / 60 % 60):\(second % 60)"
  }

  private static func list(_ values: some Sequence<some CustomStringConvertible>) -> String {
    values.map(\.description).joined(separator: ",")
  }

  @Test(
    "A task takes at most 8 times the bytes of its request and 2 kB, also after a restart",
    arguments: rows.indices)
  func bound(index: Int) throws {
    let row = Self.rows[index]
    let requests = (0..<Self.count).map { number in
      Wire.TaskRequest.later("a\(number)").with { row.change(&$0, number) }
    }
    let bytes = requests.map(\.payload.count).reduce(0, +) / Self.count
    let allowed = 8 * bytes + 2048
    // What one thread gives back another one takes, so that what grows is what is held (mallopt(3)).
    let daemon = try DaemonProcess.calm(
      "MaxPendingPerUser=\(4 * Self.count)\n", program: DaemonProcess.shipped,
      environment: ["MALLOC_ARENA_MAX": "1"])
    // What a daemon takes that has taken as many bytes before is not the tasks'.
    let padding = String(repeating: "x", count: bytes)
    let plain = (0..<2 * Self.count).map { number in
      Wire.TaskRequest.later("plain.\(number)").with { $0.command?.argv.append(padding) }
    }
    try submit(plain, to: daemon)
    let before = try memory(of: daemon)
    try restart(daemon)
    let beforeRestart = try memory(of: daemon)
    try submit(requests, to: daemon)
    let waiting = try (memory(of: daemon, goal: before + allowed * Self.count) - before) / Self.count
    try restart(daemon)
    #expect(try daemon.client().status().pending == 3 * Self.count)
    let restored =
      try (memory(of: daemon, goal: beforeRestart + allowed * Self.count) - beforeRestart) / Self.count
    print("\(row.name), \(bytes) bytes: \(waiting) bytes a task, \(restored) after a restart")
    #expect(waiting <= allowed && restored <= allowed)
  }

  @Test("What tasks took is given back when they are cancelled")
  func cancelled() throws {
    let daemon = try DaemonProcess.calm(
      program: DaemonProcess.shipped, environment: ["MALLOC_ARENA_MAX": "1"])
    let before = try memory(of: daemon)
    let change = Self.due { Self.conditions($0) { "cpu-pressure for \($0 + 1)s" } }
    try submit((0..<Self.count).map { n in .later("a\(n)").with { change(&$0, n) } }, to: daemon)
    let taken = try memory(of: daemon) - before
    #expect(try daemon.client().cancelAll() == Self.count)
    let left = try memory(of: daemon, goal: before + taken / 2) - before
    print("\(Self.count) tasks took \(taken) bytes, and have left \(left)")
    #expect(left <= taken / 2)
  }

  private func submit(_ requests: [Wire.TaskRequest], to daemon: DaemonProcess) throws {
    let client = try daemon.client()
    for begin in stride(from: 0, to: requests.count, by: 250) {
      let results = try client.submitBatch(Array(requests[begin..<begin + 250]))
      #expect(results.allSatisfy { $0.task?.state == .waiting })
    }
  }

  private func restart(_ daemon: DaemonProcess) throws {
    #expect(daemon.stop() == 0)
    try daemon.start()
    _ = try daemon.client().status()
  }

  /// The bytes that the daemon holds. What only work needed is given back some seconds after it, which is
  /// waited for as long as it holds more than the goal.
  private func memory(of daemon: DaemonProcess, goal: Int = .max) throws -> Int {
    let end = ContinuousClock.now + .seconds(20)
    while try ProcessUsage(of: daemon.pid).anonymousBytes > goal, ContinuousClock.now < end {
      poll(nil, 0, 100)
    }
    return try ProcessUsage(of: daemon.pid).anonymousBytes
  }
}
