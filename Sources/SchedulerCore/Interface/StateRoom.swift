/// What the file system of the state has for requests, which fill the log and the file page by page.
package struct StateRoom: Hashable, Sendable {
  /// A page, and what of it is there for rows.
  private static let (pageBytes, rowBytes) = (4096, 4092)
  /// What stands before each row.
  private static let headerBytes = 32

  /// What is left, in bytes.
  package private(set) var bytes: Int64
  /// What can still be written in one batch. Nil where nobody says: then each request is counted twice, once
  /// in the log and once in the file.
  package private(set) var atOnce: Int64?
  /// What the file system has in all.
  package let capacity: Int64
  /// What the page that was begun last has left; nil before the first.
  private var restOfPage: Int?

  package init(bytes: Int64, atOnce: Int64?, capacity: Int64) {
    self.bytes = bytes
    self.atOnce = atOnce
    self.capacity = capacity
  }

  /// What is kept from requests unless `StateReserveBytes=` says how much: enough for ends, without taking a
  /// small file system for them alone.
  var usualReserve: Int64 { min(8 << 20, capacity / 8) }

  /// What one more task leaves. Tasks that come together share pages: a request that does not fit into the
  /// rest of a page leaves that empty.
  func behind(_ task: ScheduledTask) -> StateRoom {
    var left = self
    let part = (task.payloadBytes + Self.headerBytes) % Self.rowBytes
    var empty = 0
    switch restOfPage {
    case nil:
      empty = Self.pageBytes
      left.restOfPage = Self.rowBytes - part
    case let rest? where part > rest:
      empty = rest
      left.restOfPage = Self.rowBytes - part
    case let rest?: left.restOfPage = rest - part
    }
    let taken = Int64(task.storedBytes + empty)
    left.bytes -= atOnce == nil ? 2 * taken : taken
    left.atOnce? -= taken
    return left
  }
}
