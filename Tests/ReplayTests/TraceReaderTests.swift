import Replay
import SchedulerCore
import Testing

/// Each format of records, and texts that are none.
struct TraceReaderTests {
  private static let heading = "device,unix_time,field,value\n"

  @Test("A row of changes is one value of one condition, and the record ends with the last row")
  func changes() throws {
    let traces = try Records.read(
      Self.heading + """
        laptop,100,powerSource,external
        laptop,100,idle,true
        desk,7,network,metered
        laptop,160.25,batteryPercent,80
        laptop,200,idle,
        laptop,300,machine,asleep

        """)
    #expect(traces.map(\.name) == ["laptop", "desk"])
    let laptop = traces[0]
    #expect(laptop.start == WallTime(uSec: 100_000_000) && laptop.end == WallTime(uSec: 300_000_000))
    #expect(
      laptop.changes == [
        TraceChange(at: WallTime(uSec: 100_000_000), [.powerSource(.external), .flag(.idle, true)]),
        TraceChange(at: WallTime(uSec: 160_250_000), [.batteryPercent(80)]),
        TraceChange(at: WallTime(uSec: 200_000_000), [.flag(.idle, nil)]),
        TraceChange(at: WallTime(uSec: 300_000_000), machine: .asleep),
      ])
    #expect(traces[1].changes == [TraceChange(at: WallTime(uSec: 7_000_000), [.network(.metered)])])
  }

  @Test("Names stand in one value, with whatever characters they have")
  func names() throws {
    let traces = try Records.read(
      Self.heading + #""a ""b"", c",1,networkNames,"home;work\;2;x\\;y, z""# + "\na,1,users,;\na,2,users,\n")
    #expect(traces[0].name == #"a "b", c"#)
    #expect(traces[0].changes[0].conditions == [.names(.networkNames, ["home", "work;2", #"x\"#, "y, z"])])
    #expect(traces[1].changes.map(\.conditions) == [[.names(.users, [])], [.names(.users, nil)]])
  }

  @Test("A window is a time on external power, with an unmetered network and nobody there; some touch")
  func windows() throws {
    let traces = try Records.read(
      """
      device,trace_start,trace_end,ready_start,ready_end
      a,1000,9000,3000,4000
      a,1000,9000,2000,3000
      a,1000,9000,5000,5000
      b,1000,2000,,
      """)
    func at(_ second: Int64, _ changes: [ConditionChange], _ machine: DeviceState? = nil) -> TraceChange {
      TraceChange(at: WallTime(uSec: second * 1_000_000), changes, machine: machine)
    }
    #expect(
      traces[0].changes == [at(1000, Records.busy, .on), at(2000, Records.ready), at(4000, Records.busy)])
    #expect(traces[0].end == WallTime(uSec: 9_000_000_000))
    #expect(traces[1].changes == [at(1000, Records.busy, .on)])
    #expect(traces[1].end == WallTime(uSec: 2_000_000_000))
  }

  @Test("A phone of niimpy is idle with its screen off, and unknown after a row without any value")
  func niimpy() throws {
    let traces = try Records.read(
      """
      device,unix_time,charging,battery_pct,network,screen_on
      n,10,1,100,,
      n,20,,,,1
      n,30,,,,
      n,50,0,99,,0
      """)
    #expect(
      traces[0].changes.map(\.conditions) == [
        [.powerSource(.external), .batteryPercent(100)], [.flag(.idle, false)], [],
        [.powerSource(.battery), .batteryPercent(99), .flag(.idle, true)],
      ])
    #expect(traces[0].changes.map(\.machine) == [nil, nil, .unknown, .on])
    #expect(traces[0].known == [WallTime(uSec: 10_000_000)..<WallTime(uSec: 30_000_000)])
  }

  @Test("UPower's history says power and charge, and where UPower did not run")
  func upower() throws {
    let traces = try Records.read(
      "1000\t98.600\tdischarging\n2000\t0.000\tunknown\n3000\t97.2\tfully-charged\n", .upower)
    #expect(
      traces[0].changes.map(\.conditions) == [
        [.powerSource(.battery), .batteryPercent(99)], [], [.powerSource(.external), .batteryPercent(97)],
      ])
    #expect(traces[0].changes.map(\.machine) == [nil, .unknown, .on])
  }

  @Test(
    "An error says the line, the field, what was found and what is allowed",
    arguments: [
      ("a,1,idle", "line 2: found '3 fields', allowed is 4: device,unix_time,field,value"),
      ("a,x,idle,true", "line 2: unix_time: found 'x', allowed is seconds since 1970, such as 1580294538"),
      ("a,1.1234567,idle,true", "line 2: unix_time: found '1.1234567', allowed is seconds since"),
      ("a,-1,idle,true", "line 2: unix_time: found '-1', allowed is seconds since"),
      ("a,253402300800,idle,true", "line 2: unix_time: found '253402300800', allowed is seconds since"),
      ("a,99999999999999999999,idle,true", "line 2: unix_time: found '99999999999999999999', allowed is"),
      ("a,1,lid,true", "line 2: field: found 'lid', allowed is powerSource, batteryPercent, lowPowerMode,"),
      ("a,1,idle,yes", "line 2: value: found 'yes', allowed is true, false, or nothing, which is unknown"),
      ("a,1,batteryPercent,101", "line 2: value: found '101', allowed is 0 to 100, or nothing"),
      ("a,1,powerSource,unknown", "line 2: value: found 'unknown', allowed is external, battery, or nothing"),
      ("a,1,network,wifi", "line 2: value: found 'wifi', allowed is none, metered, unmetered, or nothing"),
      ("a,1,machine,gone", "line 2: value: found 'gone', allowed is on, asleep, off, or nothing"),
      (#"a,1,users,\x"#, #"line 2: value: found '\x', allowed is 64 names of 1 to 255 bytes at most"#),
      ("a,1,users,a;;b", "line 2: value: found 'a;;b', allowed is 64 names"),
      (",1,idle,true", "line 2: device: found nothing, allowed is a name of 1 to 255 bytes"),
      ("a,5,idle,true\na,4,idle,true", "line 3: unix_time: found '4', allowed is 5 or later: rows of a"),
      (#""a"b,1,idle,true"#, "line 2: found 'b,1,idle,true', allowed is a comma or the end behind the"),
      (#""a,1,idle,true"#, "line 2: found 'a,1,idle,true', allowed is a quotation mark at the end of a"),
      ("a\u{1b}[2J,1,idle,x", #"line 2: value: found 'x'"#),
      ("\u{1b}[2J,1", #"line 2: found '2 fields'"#),
    ])
  func errors(rows: String, message: String) throws {
    let error = try #require(throws: TraceError.self) { try Records.read(Self.heading + rows + "\n") }
    #expect(error.description.hasPrefix(message), "\(error.description)")
  }

  @Test("A clock that was set back, after a row by which nobody knows, takes the place of what came before")
  func setBack() throws {
    let rows = """
      a,10,machine,on
      a,10,idle,true
      a,20,powerSource,battery
      a,30,idle,false
      a,40,machine,
      a,25,machine,on
      a,25,idle,true
      a,35,powerSource,external

      """
    let trace = try #require(try Records.read(Self.heading + rows).first)
    #expect(trace.changes.map(\.at.uSec) == [10, 20, 25, 35].map { $0 * 1_000_000 })
    #expect(trace.changes.map(\.machine) == [.on, nil, .on, nil])
    #expect(trace.changes[2].conditions == [.flag(.idle, true)])
    #expect(trace.end == WallTime(uSec: 35_000_000))
    let whole = try #require(
      try Records.read("\(Self.heading)a,10,idle,true\na,10,machine,off\na,5,machine,on\n").first)
    #expect(whole.start == WallTime(uSec: 5_000_000) && whole.changes.map(\.machine) == [.on])
    #expect(whole.changes[0].conditions == [.flag(.idle, true)])
  }

  @Test(
    "A wrong row of UPower's history is told by its own three columns, and a comma is no separator",
    arguments: [
      ("1000\t98.6", "line 1: found '2 fields', allowed is 3 with tabs between them: time, charge, state"),
      ("1000,98.6,charging", "line 1: found '1 field', allowed is 3 with tabs between them: time, charge"),
      ("1000\t98,6\tcharging", "line 1: charge: found '98,6', allowed is 0 to 100, with digits behind a"),
      ("1000\t98\tfull", "line 1: state: found 'full', allowed is charging, discharging, empty, fully"),
      ("x\t98\tempty", "line 1: time: found 'x', allowed is seconds since 1970"),
      ("9\t98\tempty\n8\t98\tempty", "line 2: time: found '8', allowed is 9 or later: rows of a device"),
    ])
  func upowerErrors(rows: String, message: String) throws {
    let error = try #require(throws: TraceError.self) { try Records.read(rows + "\n", .upower) }
    #expect(error.description.hasPrefix(message), "\(error.description)")
  }

  @Test("Another heading names the formats, or the one that reads it")
  func headings() throws {
    let other = try #require(throws: TraceError.self) { try Records.read("a,b\n") }
    #expect(other.description.hasPrefix("line 1: found 'a,b', allowed is device,unix_time,field,value or "))
    #expect(other.description.hasSuffix("; --format upower reads UPower's history, which has no such line"))
    let asked = try #require(throws: TraceError.self) { try Records.read(Self.heading, .windows) }
    #expect(asked.description.hasSuffix("; --format changes reads this"))
    let empty = try #require(throws: TraceError.self) { try Records.read(Self.heading) }
    #expect(empty.description == "found nothing, allowed is a trace with at least one row")
    let packed = try #require(throws: TraceError.self) { try Records.read("\u{1f}\n") }
    #expect(packed.line == 1)
  }

  @Test("Bytes that are no text, control characters and long lines are refused, and shown safely")
  func hostile() throws {
    var reader = TraceReader()
    try reader.take(Array("device,unix_time,field,value".utf8)[...])
    let text = try #require(throws: TraceError.self) { try reader.take([0x61, 0xFF, 0x2C][...]) }
    #expect(text.description == "line 2: found 'a\u{FFFD}', allowed is UTF-8")
    let control = try #require(throws: TraceError.self) {
      try reader.take(Array("a,1,\u{1b}[2J,x".utf8)[...])
    }
    #expect(control.description.hasPrefix(#"line 3: field: found '\x1b[2J'"#))
    let long = try #require(throws: TraceError.self) {
      try reader.take([UInt8](repeating: 0x61, count: TraceBounds.lineBytes + 1)[...])
    }
    #expect(long.description.hasSuffix("allowed is a line of 65536 bytes at most"))
    var packed = TraceReader()
    let gzip = try #require(throws: TraceError.self) { try packed.take([0x1F, 0x8B, 8][...]) }
    #expect(gzip.description.contains("gzip(1)"))
  }

  @Test(
    "Rows of windows that contradict each other are refused",
    arguments: [
      ("a,5,4,,", "line 2: trace_end: found '4', allowed is a date that is not before trace_start"),
      ("a,0,9,,\na,1,9,,", "line 3: trace_start: found '1', allowed is 0, as in the device's first row"),
      ("a,0,9,,\na,0,8,,", "line 3: trace_end: found '8', allowed is 9, as in the device's first row"),
      ("a,2,9,1,3", "line 2: ready_start: found '1', allowed is a date from trace_start to trace_end"),
      ("a,2,9,5,4", "line 2: ready_end: found '4', allowed is a date from ready_start to trace_end"),
      ("a,2,9,5,", "line 2: ready_end: found nothing, allowed is seconds since 1970"),
    ])
  func contradictions(rows: String, message: String) throws {
    let heading = "device,trace_start,trace_end,ready_start,ready_end\n"
    let error = try #require(throws: TraceError.self) { try Records.read(heading + rows) }
    #expect(error.description.hasPrefix(message), "\(error.description)")
  }

  @Test("What is written is read again")
  func writing() throws {
    let trace = Records.windows(
      [100..<200, 300..<400], until: 1000, name: #"a "quoted", name"#,
      machine: [(450, .asleep), (500, .on), (600, .off), (700, .unknown), (800, .on)])
    var named = trace
    named.add(
      TraceChange(
        at: Records.date(1000), [.names(.networkNames, [#"a;b\"#, "c\nd", "e,f"])], machine: .on))
    let text = TraceWriter.heading + TraceWriter.rows(named)
    #expect(try Records.read(text) == [named])
    #expect(text.contains("\n\"a \"\"quoted\"\", name\",1767225600,powerSource,battery\n"))
  }
}
