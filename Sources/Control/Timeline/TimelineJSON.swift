import SchedulerAPI
import SchedulerCore
import Varlink

extension Timeline {
  /// The timeline as one document with the protocol's names.
  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("sinceUSec", sinceUSec)
    json.member("untilUSec", untilUSec)
    json.member("mergedDurationUSec", gapUSec)
    json.member("omittedTasks", omitted)
    json.name("tasks")
    json.array(rows) { json, row in row.write(to: &json, now: untilUSec) }
    json.endObject()
    return json.bytes
  }
}

extension TimelineRow {
  fileprivate func write(to json: inout JSONWriter, now: Int64) {
    json.beginObject()
    json.member("identifier", name.identifier)
    json.member("uid", name.uid)
    json.name("runs")
    json.array(runs) { json, bar in bar.write(to: &json) }
    json.name("waits")
    json.array(waits) { json, bar in bar.write(to: &json) }
    json.member("frozenUntilUSec", task?.frozenUntilUSec)
    if let since = waitingSince(now: now) {
      json.name("waiting")
      json.beginObject()
      json.member("sinceUSec", since)
      json.member("reason", task?.reason)
      json.member("reasonCount", task?.reasonCount)
      json.endObject()
    }
    json.endObject()
  }
}

extension TimelineBar {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("startedUSec", startedUSec)
    json.member("endedUSec", endedUSec)
    json.member("outcome", outcome?.rawValue)
    json.member("result", result)
    json.member("runs", runs)
    json.endObject()
  }
}
