import Glibc
import LinuxSystem

/// The log for a generator's problems: the journal. While the machine boots there is none yet, and the
/// kernel's log goes there later.
struct GeneratorLog {
  private static let identifier = "bgtaskd-generator"

  private let journal: SystemLog?

  init() {
    journal = SystemLog.isJournalThere ? SystemLog(.journal, identifier: Self.identifier) : nil
  }

  func write(_ priority: LogPriority, _ message: String) {
    if let journal { return journal.write(LogEntry(priority, message)) }
    let descriptor = open("/dev/kmsg", O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let line = Array("<\(priority.rawValue)>\(Self.identifier)[\(getpid())]: \(message)\n".utf8)
    _ = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
