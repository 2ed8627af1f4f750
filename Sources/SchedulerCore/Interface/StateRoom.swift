/// The room of the state's file system for requests, which fill the log and the file page by page.
package struct StateRoom: Hashable, Sendable {
  /// The bytes of a page, and those of them that hold rows.
  private static let (pageBytes, rowBytes) = (4096, 4092)
  /// The bytes in front of each row.
  private static let headerBytes = 32

  /// The bytes that are left.
  package private(set) var bytes: Int64
  /// The bytes that one batch can still write. `nil` where that is unknown: then each request is counted
  /// twice, once in the log and once in the file.
  package private(set) var atOnce: Int64?
  /// The bytes of the file system in all.
  package let capacity: Int64
  /// The bytes that are left of the page that was begun last; `nil` before the first.
  private var restOfPage: Int?

  package init(bytes: Int64, atOnce: Int64?, capacity: Int64) {
    self.bytes = bytes
    self.atOnce = atOnce
    self.capacity = capacity
  }

  /// The bytes that are kept from requests unless `StateReserveBytes=` is set: enough for ends of runs,
  /// without taking a small file system for them alone.
  var usualReserve: Int64 { min(8 << 20, capacity / 8) }

  /// Returns whether a page, which the smallest request may take, leaves this many bytes.
  func holdsPage(above reserve: Int64) -> Bool {
    let page = Int64(Self.pageBytes)
    return bytes - (atOnce == nil ? 2 * page : page) >= reserve && atOnce ?? page >= page
  }

  /// Returns the room that one more task leaves. Tasks that come together share pages: a request that does
  /// not fit into the rest of a page leaves that rest empty.
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
