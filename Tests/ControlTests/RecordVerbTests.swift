import SchedulerAPI
import Testing
import Varlink

@testable import Control

@Suite("record")
struct RecordVerbTests {
  private static let hour: Int64 = 3_600_000_000
  private static func line(_ hours: Int64, _ field: String, _ value: String?) -> Wire.RecordedChange {
    .init(timeUSec: ControlRun.now - hours * hour, field: field, value: value)
  }

  /// A day, in two pages.
  private static let pages = [
    [
      line(24, "machine", "on"), line(24, "powerSource", "external"), line(24, "networkNames", "a,\"b\";c"),
      line(24, "idle", nil),
    ],
    [line(10, "powerSource", "battery"), line(2, "machine", "asleep"), line(1, "machine", "on")],
  ]

  private func daemon() throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .exportRecord:
        for (place, page) in Self.pages.enumerated() {
          exchange.reply(
            SchedulerMethod.ExportRecord.Reply(changes: page), continues: place < Self.pages.count - 1)
        }
      case .forgetRecord: exchange.reply(Empty())
      default: exchange.hangUp()
      }
    }
  }

  @Test("export prints every line of every page, in seconds, and quotes what has to be")
  func export() throws {
    let daemon = try daemon()
    let run = ControlRun.run(["record", "export"], daemon: daemon)
    #expect(run.status == .success, "\(run.errors)")
    #expect(
      run.lines == [
        "device,unix_time,field,value", "this,1795161270.500000,machine,on",
        "this,1795161270.500000,powerSource,external",
        #"this,1795161270.500000,networkNames,"a,""b"";c""#, "this,1795161270.500000,idle,",
        "this,1795211670.500000,powerSource,battery", "this,1795240470.500000,machine,asleep",
        "this,1795244070.500000,machine,on",
      ])
    #expect(daemon.calls == [.exportRecord(.init())])
  }

  @Test("A part begins with the values that hold at its beginning, also where nothing has changed since")
  func since() throws {
    let run = ControlRun.run(["record", "export", "--since", "3h"], daemon: try daemon())
    #expect(
      run.lines == [
        "device,unix_time,field,value", "this,1795236870.500000,machine,on",
        "this,1795236870.500000,powerSource,battery",
        #"this,1795236870.500000,networkNames,"a,""b"";c""#, "this,1795236870.500000,idle,",
        "this,1795240470.500000,machine,asleep", "this,1795244070.500000,machine,on",
      ])
    let last = ControlRun.run(["record", "export", "--since", "1min"], daemon: try daemon())
    #expect(last.lines.count == 5)
    #expect(last.lines.contains("this,1795247610.500000,machine,on"))
  }

  @Test("A record without lines is its header alone")
  func empty() throws {
    let daemon = try FakeDaemon { $0.reply(SchedulerMethod.ExportRecord.Reply(changes: [])) }
    let run = ControlRun.run(["record", "export"], daemon: daemon)
    #expect(run.status == .success && run.output == "device,unix_time,field,value\n")
  }

  @Test("With --json each page is a document of the protocol")
  func json() throws {
    let run = ControlRun.run(["record", "export", "--json"], daemon: try daemon())
    let pages = try run.lines.map { try SchedulerMethod.ExportRecord.Reply(json: Array($0.utf8)).changes }
    #expect(pages == Self.pages)
  }

  @Test("forget deletes the record and says so; whoever may not is told")
  func forget() throws {
    let run = ControlRun.run(["record", "forget"], daemon: try daemon())
    #expect(run.status == .success)
    #expect(
      run.output
        == "Deleted. Recording goes on from now, unless RecordConditions=no in bgtaskd.conf ends it.\n")
    let denied = try FakeDaemon {
      $0.fail(SchedulerInterfaceError.permissionDenied(message: "for root only"))
    }
    for words in [["export"], ["export", "--since", "3h"], ["export", "--json"], ["forget"]] {
      let run = ControlRun.run(["record"] + words, daemon: denied)
      #expect(run.status == .permission && run.errors.contains("for root only"))
      #expect(run.output.isEmpty, "\(run.output)")
      guard !words.contains("--json") else { continue }
      let who = "only root and the user that the daemon runs as may read or delete the record"
      #expect(run.errors.contains(who) && !run.errors.contains("submit"), "\(run.errors)")
    }
    let replay = ControlRun.run(["replay", "--work", "1/day,10min"], daemon: denied)
    #expect(replay.status == .permission && replay.output.isEmpty)
    #expect(replay.unwrappedErrors.contains("the record; or name a record with --trace FILE"))
  }

  @Test("Whole seconds have no fraction")
  func seconds() {
    #expect(RecordText.line(.init(timeUSec: 5_000_000, field: "idle", value: "true")) == "this,5,idle,true")
    #expect(RecordText.line(.init(timeUSec: -1_500_000, field: "a", value: "b")) == "this,-1.500000,a,b")
    #expect(RecordText.line(.init(timeUSec: 7, field: "a", value: nil)) == "this,0.000007,a,")
  }
}
