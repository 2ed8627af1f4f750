import Replay
import SchedulerCore
import Varlink

/// The results of a replay as one document.
enum ReplayJSON {
  /// Returns the document: what each device did, then the figures of all devices.
  static func document(_ results: [ReplayedDevice], _ summaries: [ReplaySummary]) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.name("devices")
    json.array(results) { json, device in write(device, to: &json) }
    json.name("summary")
    json.array(summaries) { json, summary in write(summary, to: &json) }
    json.endObject()
    return json.bytes
  }

  private static func write(_ device: ReplayedDevice, to json: inout JSONWriter) {
    json.beginObject()
    json.member("device", device.device)
    json.member("policy", device.column)
    json.member("work", device.load)
    json.name("tasks")
    json.array(device.tasks) { json, task in write(task, to: &json) }
    json.endObject()
  }

  private static func write(_ task: TaskRecord, to json: inout JSONWriter) {
    json.beginObject()
    json.member("identifier", task.key.identifier)
    json.member("uid", task.key.uid)
    json.member("submittedUSec", task.submitted.uSec)
    json.member("finishedUSec", task.finished?.uSec)
    json.member("counted", task.isScored)
    json.name("runs")
    json.array(task.runs) { json, run in write(run, to: &json) }
    write(task.held, to: &json)
    json.endObject()
  }

  private static func write(_ held: HoldTimes, to json: inout JSONWriter) {
    json.name("heldBack")
    json.array(held.longest) { json, held in
      json.beginObject()
      json.member("reason", held.code.rawValue)
      json.member("durationUSec", held.length.uSec)
      json.endObject()
    }
  }

  private static func write(_ replayed: ReplayedRun, to json: inout JSONWriter) {
    let run = replayed.run
    json.beginObject()
    json.member("startedUSec", run.started.uSec)
    json.member("endedUSec", run.ended?.uSec)
    json.member("outcome", run.outcome?.rawValue)
    json.member("success", run.success)
    json.member("stopReason", run.stopReason?.code.rawValue)
    json.member("workedUSec", replayed.worked.uSec)
    json.member("wastedUSec", replayed.wasted.uSec)
    json.member("freezes", replayed.freezes)
    json.member("waitedSinceUSec", run.wait?.since.uSec)
    json.member("waitedFor", run.wait?.reason?.rawValue)
    json.endObject()
  }

  private static func write(_ summary: ReplaySummary, to json: inout JSONWriter) {
    json.beginObject()
    json.member("policy", summary.policy)
    json.member("work", summary.work)
    json.member("devices", summary.devices)
    json.member("tasks", summary.tasks)
    json.member("finished", summary.finished)
    json.member("starts", summary.starts)
    number("successPerStart", summary.successPerStart, &json)
    number("wastedMinutesPerFinish", summary.wastedMinutesPerFinish, &json)
    number("medianCompletionSec", summary.medianCompletionSec, &json)
    write(summary.held, to: &json)
    json.endObject()
  }

  private static func number(_ name: StaticString, _ value: Double?, _ json: inout JSONWriter) {
    guard let value else { return }
    json.name(name)
    json.raw(DecimalText.of(value, digits: 6).utf8)
  }
}

/// The text of numbers with a point, which needs no library.
enum DecimalText {
  /// Returns a number with at most so many digits behind the point, without zeros at its end.
  /// - Parameter value: A number that is not negative.
  static func of(_ value: Double, digits: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<digits { unit *= 10 }
    let scaled = Int64((value * Double(unit)).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: unit)
    guard rest > 0 else { return "\(whole)" }
    var fraction = String("\(unit + rest)".dropFirst())
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(whole).\(fraction)"
  }
}
