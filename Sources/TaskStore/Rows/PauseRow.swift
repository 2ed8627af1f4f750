import SchedulerCore

/// A row of the table `pause`.
struct PauseRow: StoredRow {
  static let table = Table.pause
  static let keep = Query.keepPause

  var pause: Pause

  init(_ pause: Pause) { self.pause = pause }

  init(reading reader: inout RowReader) throws(RowFault) {
    let id = try reader.integer()
    let scope = PauseScope(
      uid: try reader.optionalInteger(as: UInt32.self), kind: try reader.optionalName(Kind.self),
      identifiers: try reader.optionalText())
    pause = Pause(
      scope, since: WallTime(uSec: try reader.integer()),
      until: try reader.optionalInteger().map(WallTime.init), author: try reader.integer(as: UInt32.self))
    if id != pause.id { throw reader.fault("the row's id is not that of the tasks that it pauses") }
  }

  var values: [SQLValue] {
    [
      .integer(pause.id), SQLValue(pause.scope.uid.map(Int64.init)), SQLValue(pause.scope.kind?.rawValue),
      SQLValue(pause.scope.identifiers), .integer(pause.since.uSec), SQLValue(pause.until?.uSec),
      .integer(Int64(pause.author)),
    ]
  }
}
