import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import Testing

@testable import ConfigurationFiles

@Suite("A request as a file of a task")
struct TaskFileTextTests {
  private static let now: Int64 = 1_795_247_670_000_000
  private static let hour: Int64 = 3_600_000_000

  private func readBack(_ request: Wire.TaskRequest) throws -> Wire.TaskRequest? {
    let text = TaskFile.text(of: request, now: Self.now, zone: .utc)
    var problems: [SyntaxProblem] = []
    let read = TaskFile.request(
      Array(text.utf8), path: "a.task", ofUser: 1000, now: Self.now, &problems)
    #expect(problems.isEmpty, "\(problems) in \(text)")
    return read
  }

  @Test("Whatever a file can say is read back as it was, dates to the second")
  func everything() throws {
    let request = Wire.TaskRequest(
      identifier: "org.example.backup", kind: .refresh, earliestBeginUSec: Self.now,
      deadlineUSec: Self.now + Self.hour, onDeadline: .drop, requiresNetworkConnectivity: true,
      requiresUnmeteredNetwork: false, requiresExternalPower: true, requiresIdle: false,
      requiresBatteryNotLow: true, requiresStorageNotLow: true, requiresVPN: false,
      when: "not hot and (idle for 10min or network \"Home Net\")", while: "external-power",
      relax: "after 1d without idle; after 7d without unmetered", unknownConditions: .wait,
      runtimeLimitDurationUSec: 90 * 60_000_000, toleranceDurationUSec: 1,
      retry: Wire.Retry(
        backoff: .linear, initialDurationUSec: 1_500_000, maximumDurationUSec: Self.hour, maximumAttempts: 7),
      command: Wire.Command(
        argv: ["/bin/sh", "-c", "echo \"a b\" 'c' \\ $HOME %i\nexit 1", "", "ä"],
        workingDirectory: "/srv/a b", environment: ["A": "1=2", "B": "", "C": "x\ty \"z\""],
        environmentFiles: ["-/etc/a b", "/etc/%i"], credentials: ["b": "/b", "a": "/a:\"x\" 'y'"],
        encryptedCredentials: ["c": "V2h4cWh0"]),
      title: "Backup; of home # 1", subtitle: "sub", label: "label", freezeDurationUSec: Self.hour,
      overdueAfterDurationUSec: 72 * Self.hour, onFailure: "/usr/bin/logger 'two words'",
      onSuccess: "org.example.prune", preventsSleep: true, sleepsThrough: false)
    #expect(try readBack(request) == request)
  }

  @Test("What comes again has a deadline that counts from each of its dates")
  func repeating() throws {
    var request = Wire.TaskRequest(
      identifier: "a", kind: .processing, earliestBeginUSec: Self.now + Self.hour,
      deadlineUSec: Self.now + 3 * Self.hour, calendar: ["Mon..Fri 03:00", "daily"],
      randomizedDelayDurationUSec: 60_000_000, command: Wire.Command(argv: ["/bin/true"]))
    #expect(TaskFile.text(of: request, now: Self.now, zone: .utc).contains("\nDeadlineDelay=2h\n"))
    #expect(try readBack(request) == request)
    (request.calendar, request.randomizedDelayDurationUSec) = (nil, nil)
    request.repeatDurationUSec = 24 * Self.hour
    #expect(try readBack(request) == request)
  }

  @Test("A unit and an application's task have no program")
  func withoutProgram() throws {
    let unit = Wire.TaskRequest(identifier: "a", kind: .processing, unit: "backup.service")
    #expect(try readBack(unit) == unit)
    let application = Wire.TaskRequest(identifier: "a", kind: .refresh, earliestBeginUSec: Self.now)
    #expect(try readBack(application) == application)
  }
}
