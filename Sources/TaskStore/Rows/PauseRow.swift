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

  func write(to row: inout RowWriter) {
    row.add(pause.id)
    row.add(pause.scope.uid.map(Int64.init))
    row.add(pause.scope.kind?.rawValue)
    row.add(pause.scope.identifiers)
    row.add(pause.since.uSec)
    row.add(pause.until?.uSec)
    row.add(pause.author)
  }
}
