import CLinux
import Dispatch
import Foundation

/// A watch for the setting of the machine's clock and for changes of its zone, without polling.
final class ClockWatch {
  private let sources: [any DispatchSourceRead]

  /// - Parameters:
  ///   - folder: The directory in which a link `localtime` names the machine's zone.
  ///   - tell: Called on a queue.
  init(folder: String = "/etc", tell: @escaping @Sendable (SignificantTimeChange) -> Void) {
    let queue = DispatchQueue(label: "BackgroundApplication clock", qos: .utility)
    sources = [Self.clock(queue, tell), Self.zone(folder, queue, tell)].compactMap { $0 }
    for source in sources { source.activate() }
  }

  deinit { for source in sources { source.cancel() } }

  /// Watches a timer that never fires, and is cancelled when the clock is set (timerfd_create(2)).
  private static func clock(
    _ queue: DispatchQueue, _ tell: @escaping @Sendable (SignificantTimeChange) -> Void
  ) -> (any DispatchSourceRead)? {
    let timer = clinux_timer_create(CLOCK_REALTIME)
    guard timer >= 0 else { return nil }
    guard arm(timer) == 0 else {
      close(timer)
      return nil
    }
    return source(timer, queue) {
      var rung: UInt64 = 0
      guard read(timer, &rung, 8) < 0, errno == ECANCELED else { return }
      _ = arm(timer)
      tell(.clock)
    }
  }

  private static func arm(_ timer: Int32) -> Int32 {
    clinux_timer_arm(timer, Int64(Int32.max), 0, 1)
  }

  /// Watches for the replacement of the link that names the zone (localtime(5)).
  private static func zone(
    _ folder: String, _ queue: DispatchQueue,
    _ tell: @escaping @Sendable (SignificantTimeChange) -> Void
  ) -> (any DispatchSourceRead)? {
    let link = "\(folder)/localtime"
    let changes = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard changes >= 0 else { return nil }
    guard inotify_add_watch(changes, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)) >= 0 else {
      close(changes)
      return nil
    }
    var zone = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    return source(changes, queue) {
      // Changes of other files beside the link do not matter.
      var bytes = [UInt8](repeating: 0, count: 16 << 10)
      while read(changes, &bytes, bytes.count) > 0 {}
      let other = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
      guard other != zone else { return }
      zone = other
      NSTimeZone.resetSystemTimeZone()
      tell(.zone)
    }
  }

  private static func source(
    _ descriptor: Int32, _ queue: DispatchQueue, _ handler: @escaping () -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler(handler: handler)
    source.setCancelHandler { close(descriptor) }
    return source
  }
}
