import SchedulerAPI
import SchedulerCore
import Varlink

extension Timeline {
  /// The timeline as one document with the protocol's names.
  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.name("sinceUSec")
    json.integer(sinceUSec)
    json.name("untilUSec")
    json.integer(untilUSec)
    json.name("mergedDurationUSec")
    json.integer(gapUSec)
    json.name("omittedTasks")
    json.integer(omitted)
    json.name("tasks")
    json.array(rows) { json, row in row.write(to: &json, now: untilUSec) }
    json.endObject()
    return json.bytes
  }
}

extension TimelineRow {
  fileprivate func write(to json: inout JSONWriter, now: Int64) {
    json.beginObject()
    json.name("identifier")
    json.text(name.identifier)
    json.name("uid")
    json.integer(name.uid)
    json.name("runs")
    json.array(runs) { json, bar in bar.write(to: &json) }
    json.name("waits")
    json.array(waits) { json, bar in bar.write(to: &json) }
    if let since = waitingSince(now: now) {
      json.name("waiting")
      json.beginObject()
      json.name("sinceUSec")
      json.integer(since)
      if let reason = task?.reason {
        json.name("reason")
        json.raw(reason.json)
      }
      if let count = task?.reasonCount {
        json.name("reasonCount")
        json.integer(count)
      }
      json.endObject()
    }
    json.endObject()
  }
}

extension TimelineBar {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("startedUSec")
    json.integer(startedUSec)
    if let endedUSec {
      json.name("endedUSec")
      json.integer(endedUSec)
    }
    if let outcome {
      json.name("outcome")
      json.text(outcome.rawValue)
    }
    json.name("result")
    json.text(result)
    json.name("runs")
    json.integer(runs)
    json.endObject()
  }
}
