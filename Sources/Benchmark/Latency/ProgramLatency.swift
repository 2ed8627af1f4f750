import SchedulerAPI
import SchedulerCore
import Varlink

/// The time from a task's date until its program runs.
final class ProgramLatency {
  private static let prefix = "org.example.bench.due"
  private let daemon: MeasuredDaemon
  private let client: SchedulerClient
  /// A connection for the daemon's events only.
  private let events: SchedulerClient
  private var count = 0

  init(_ daemon: MeasuredDaemon) throws {
    self.daemon = daemon
    client = try daemon.client()
    events = try daemon.client()
    try events.connection.send(SchedulerMethod.Watch.self, .init(identifierPrefix: Self.prefix), more: true)
  }

  /// Submits a task that is due soon, and waits for its end.
  /// - Returns: The time from its date until its program was running, in microseconds.
  func measure() throws -> Int64 {
    count += 1
    let date = DueProgram.nextDate
    let request = Wire.TaskRequest(
      identifier: "\(Self.prefix).\(count)", kind: .processing, earliestBeginUSec: date,
      command: Wire.Command(argv: DueProgram.argv))
    _ = try client.submit(request)
    while true {
      let event = try events.connection.receive(SchedulerMethod.Watch.self)
      guard event.event == "ended", let run = event.run, run.identifier == request.identifier else {
        continue
      }
      return try DueProgram.date(in: try client.output(runId: run.runId).output) - date
    }
  }
}
