import Dispatch
import Glibc
import IdleReporting
import LinuxSystem

/// A single process of a display's helper, from its start to its end. Only reports are believed; with any
/// other output the process is killed. Confined to its queue.
final class HelperRun {
  /// The end of a helper's process.
  enum End {
    /// The helper ended by itself, for this reason.
    case reason(IdleHelperEnd)
    /// Another end, which the text describes.
    case broken(String)
  }

  /// The most bytes of one read, more than a helper writes at once.
  private static let readLimit = 256
  /// The longest time that the process may go on after it has closed its output.
  private static let patienceUSec: Int64 = 1_000_000

  private let queue: DispatchQueue
  private let process: ProcessHandle
  private let output: SharedDescriptor
  private var reading: DescriptorSource?
  private var reports = IdleReportReader()
  private var heard: ((IdleReport) -> Void)?
  private var ended: ((End) -> Void)?
  /// The fault that the helper was killed for.
  private var fault: String?
  private var patience: Countdown?

  /// Starts the helper.
  /// - Parameters:
  ///   - errors: An open descriptor for the helper's error output when it crashes.
  ///   - heard: Called with each report. As `ended`, on the queue, and never from within a method of this
  ///     class.
  ///   - ended: Called once, when the process has ended.
  init(
    _ arguments: [String], environment: [String: String], errors: CInt, queue: DispatchQueue,
    heard: @escaping (IdleReport) -> Void, ended: @escaping (End) -> Void
  ) throws(SpawnError) {
    self.queue = queue
    let pipe = try Self.system { () throws(SystemError) in try OutputPipe() }
    output = pipe.reading
    let pid = try ProcessSpawner.spawn(
      arguments: arguments, environment: environment, workingDirectory: "/", output: errors,
      answer: pipe.writing.number)
    process = try Self.system { () throws(SystemError) in try ProcessHandle(child: pid) }
    HelperProcesses.insert(pid)
    (self.heard, self.ended) = (heard, ended)
    do throws(SystemError) {
      reading = try DescriptorSource(output, for: .reading, queue: queue) { [weak self] in self?.read() }
      // The process is reaped even when this object is gone.
      try process.whenEnded(queue: queue) { [weak self, process] in
        let exit = try? process.exit()
        HelperProcesses.remove(process.pid)
        try? process.reap()
        self?.hasEnded(exit)
      }
    } catch {
      HelperProcesses.remove(pid)
      ProcessHandle.discard(child: pid)
      throw .system(error)
    }
  }

  deinit { stop() }

  private static func system<Value>(_ body: () throws(SystemError) -> Value) throws(SpawnError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .system(error) }
  }

  /// Ends the helper. The handlers are not called any more.
  func stop() {
    guard ended != nil else { return }
    (heard, ended) = (nil, nil)
    kill()
  }

  private func kill() {
    (reading, patience) = (nil, nil)
    try? process.send(signal: SIGKILL)
  }

  private func read() {
    do {
      switch try output.read(atMost: Self.readLimit) {
      case .bytes(let bytes): if let report = try reports.take(bytes) { heard?(report) }
      case .end:
        reading?.cancel()
        patience = Countdown(uSec: Self.patienceUSec, queue: queue) { [weak self] in
          self?.end(for: "has closed its output")
        }
      case .nothingNow: break
      }
    } catch {
      end(for: "has written an invalid report")
    }
  }

  private func end(for fault: String) {
    self.fault = fault
    kill()
  }

  private func hasEnded(_ exit: ProcessExit?) {
    (reading, patience) = (nil, nil)
    let end: End =
      switch exit {
      case .status(let status)?:
        IdleHelperEnd(rawValue: status).map { .reason($0) } ?? .broken("ended with status \(status)")
      case .signal(let number)?: .broken(fault ?? "was ended by \(SignalName.of(number))")
      case nil: .broken(fault ?? "ended")
      }
    let ended = ended
    (self.heard, self.ended) = (nil, nil)
    ended?(end)
  }
}
