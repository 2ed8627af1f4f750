import ConditionSyntax
import Foundation
import SchedulerCore
import SystemdSyntax
import TestSupport
import Testing

@testable import Control

/// What is imported of a table, held against what Debian's cron does with it. `BGTASKD_CRON_TABLES=1000` is
/// the long form.
@Suite("import of tables, beside Debian's cron", .serialized)
struct CronOracleTests {
  private static let count =
    ProcessInfo.processInfo.environment["BGTASKD_CRON_TABLES"].flatMap(Int.init) ?? 50
  /// So many tables are read by one cron, which looks at all lines each minute.
  private static let most = 50
  /// Two years from midnight in Berlin: 2026-01-01 to 2028-01-01.
  private static let (begin, end): (Int64, Int64) = (1_767_222_000, 1_830_294_000)

  /// A table that was made, and what is imported of it.
  private struct Imported {
    var table: TableMaker.Made
    var tasks: [String: ImportedTask]
    var problems: [SyntaxProblem]
  }

  private static func imported(_ made: TableMaker.Made) throws -> Imported {
    var table = CronTable(file: made.name, .user)
    for (number, line) in made.bytes().split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      table.take(line, line: number + 1)
    }
    var tables = CronImport()
    tables.take(
      table, from: .init(file: made.name, form: .user, user: nil, place: "of it", isPrivate: false))
    var tasks: [String: ImportedTask] = [:]
    for task in tables.tasks {
      if let name = task.keys.compactMap({ $0.1.split(separator: "LINE=").last }).first(where: {
        $0.hasPrefix("\(made.name).")
      }) {
        tasks[String(name)] = task
      }
    }
    #expect(tasks.count == tables.tasks.count, "seed \(made.name)")
    return Imported(table: made, tasks: tasks, problems: tables.problems)
  }

  @Test("Each line's dates over two years, and what its command writes")
  func everything() throws {
    guard geteuid() == 0 else { return leaveOut("cron beside the import needs root") }
    let cron = try DebianCron()
    for first in stride(from: 1, through: Self.count, by: Self.most) {
      let made = (first...min(first + Self.most - 1, Self.count)).map { number in
        var maker = TableMaker(seed: UInt64(number))
        return maker.table(named: "t\(number)")
      }
      let imported = try made.map(Self.imported)
      let answer = try cron.dates(
        of: made.map { ($0.name, $0.bytes()) }, from: Self.begin, to: Self.end)
      let read = imported.filter { !answer.refused.contains($0.table.name) }
      for one in imported {
        let isRefused = answer.refused.contains(one.table.name)
        let errors = one.problems.filter { $0.severity == .error }
        let wrong = errors.filter { !$0.text.contains("the command never runs") }
        #expect(isRefused == !wrong.isEmpty, "\(one.table.name): \(one.problems) \(one.table.lines)")
      }
      try compareDates(read, answer.dates)
      try compareOutputs(read, cron)
    }
  }

  // MARK: Dates

  private func compareDates(_ tables: [Imported], _ cron: [String: [Int64]]) throws {
    let zone = try #require(try CalendarSyntax.parse("daily \(DebianCron.zone)").zone)
    for one in tables {
      for (name, task) in one.tasks.sorted(by: { $0.key < $1.key }) {
        let dates = try Self.dates(of: task, zone.rules)
        guard dates != cron[name] ?? [] else { continue }
        let difference = Set(dates).symmetricDifference(cron[name] ?? []).sorted()
        Issue.record("\(task.original) \(task.keys): \(difference.count) dates, \(difference.prefix(9))")
      }
      for name in cron.keys where name.hasPrefix("\(one.table.name).") {
        #expect(one.tasks[name] != nil, "\(name): \(one.problems) \(one.table.lines)")
      }
    }
  }

  /// When the daemon would run it.
  private static func dates(of task: ImportedTask, _ zone: ZoneRules) throws -> [Int64] {
    let change = task.keys.first { $0.key == "ClockChange" }.flatMap { ClockChange(rawValue: $0.value) }
    var dates: Set<Int64> = []
    for key in task.keys where key.key == "OnCalendar" {
      let expression = try CalendarSyntax.parse(key.value)
      var last = WallTime(uSec: begin * 1_000_000)
      while let next = expression.next(after: last, zone: zone, at: change), next.uSec < end * 1_000_000 {
        dates.insert(next.uSec / 1_000_000)
        last = next
      }
    }
    return dates.sorted()
  }

  // MARK: Commands

  private func compareOutputs(_ tables: [Imported], _ cron: DebianCron) throws {
    let outputs = try cron.outputs(of: tables.map { ($0.table.name, $0.table.bytes(dates: "* * * * *")) })
    for one in tables {
      for (name, task) in one.tasks.sorted(by: { $0.key < $1.key }) {
        let output = try Self.output(of: task, user: one.table.name, home: cron.home)
        #expect(
          output == outputs[name],
          """
          \(task.original) \(task.keys): \(String(decoding: output, as: UTF8.self).debugDescription) is not \
          \(String(decoding: outputs[name] ?? Data(), as: UTF8.self).debugDescription)
          """)
      }
    }
  }

  /// What the task's command writes.
  private static func output(of task: ImportedTask, user: String, home: String) throws -> Data {
    func values(_ key: String) -> [String] { task.keys.filter { $0.key == key }.map(\.value) }
    let words = try Words.split(try #require(values("Command").first))
    var environment = ["HOME": home, "LOGNAME": user, "USER": user]
    for value in values("Environment") {
      for word in try Words.split(value) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        environment[String(parts[0])] = String(parts[1])
      }
    }
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = environment
    process.currentDirectoryURL = URL(filePath: values("WorkingDirectory").first ?? home)
    let pipe = try process.begin {
      let pipe = Pipe()
      $0.standardInput = FileHandle.nullDevice
      $0.standardOutput = pipe
      $0.standardError = FileHandle.nullDevice
      return pipe
    }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return output
  }
}
