import Dispatch
import LinuxSystem
import SchedulerAPI
import Synchronization

/// The last status that a daemon told systemd (`STATUS=`, sd_notify(3)).
enum UnitStatus {
  /// The longest wait for systemd's answer, in microseconds.
  private static let limitUSec: Int64 = 500_000
  private static let service = "org.freedesktop.systemd1"

  /// Returns the status of the unit that listens at the path; nil without a unit or an answer in time.
  static func text(ofSocket path: String) -> String? {
    let address: BusAddress
    switch path {
    case SocketPath.system: address = .system
    case SocketPath.user(): address = .user
    default: return nil
    }
    let answer = Answer()
    let queue = DispatchQueue(label: "io.bgtaskd.status")
    queue.async { ask(address, on: queue, answer) }
    return answer.wait()
  }

  private static func ask(_ address: BusAddress, on queue: DispatchQueue, _ answer: Answer) {
    do throws(BusError) {
      let path = try BusPath.encode("/org/freedesktop/systemd1/unit", "bgtaskd.service")
      let bus = try Bus(address, queue: queue) { _ in answer.give(nil) }
      try bus.call(
        BusTarget(
          destination: service, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get"),
        limitUSec: limitUSec
      ) { (writer) throws(BusError) in
        try writer.string("\(service).Service")
        try writer.string("StatusText")
      } handler: {
        answer.give(try? text(in: $0.get()))
        bus.close()
      }
    } catch {
      answer.give(nil)
    }
  }

  private static func text(in message: BusMessage) throws(BusError) -> String {
    try message.read { (reader) throws(BusError) in
      try reader.variant("s") { (reader) throws(BusError) in try reader.string() }
    }
  }

  /// The answer for another thread. The first one counts.
  private final class Answer: Sendable {
    private let text = Mutex<String?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ said: String?) {
      text.withLock { $0 = $0 ?? said }
      isThere.signal()
    }

    func wait() -> String? {
      isThere.wait()
      return text.withLock { $0 }.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}
