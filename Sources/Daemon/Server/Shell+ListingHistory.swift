import Dispatch
import LinuxSystem
import PlainText
import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

/// A history that is being answered, page by page.
struct HistoryListing: Sendable {
  let call: CallID
  /// The user whose runs are told; `nil` for all users.
  let uid: UInt32?
  let identifier: String?
  /// The beginning of the runs' names; `nil` for any.
  let name: String?
  let form: ListForm
  /// The place before which the next page begins; `nil` for the newest run.
  var before: Int64?
  /// The number of runs that may still be told.
  var left: Int
}

extension Shell {
  /// The number of runs in a reply when the caller gives no limit.
  private static let usualHistoryLength = 50

  func history(
    _ parameters: SchedulerMethod.History.Parameters, _ id: CallID, _ caller: Caller, wantsMore: Bool
  ) throws(SchedulerInterfaceError) {
    var identifier: String?
    if let wanted = parameters.identifier { identifier = try Wire.checked(identifier: wanted) }
    if let name = parameters.runId {
      guard identifier == nil else {
        throw .invalidRequest(field: "runId", message: "allowed is runId or identifier, not both")
      }
      guard RunID.mayBegin(with: name) else {
        throw .invalidRequest(
          field: "runId",
          message: "found '\(SingleLine.escaped(name, maximumScalars: 40))', allowed are 1 to 32 digits of 0 "
            + "to 9 and a to f")
      }
    }
    var before: Int64?
    if let cursor = parameters.cursor {
      guard let number = Int64(cursor) else { throw .foreignCursor(of: "History") }
      before = number
    }
    let limit = parameters.limit
    let listing = HistoryListing(
      call: id, uid: try visibleUser(caller, allUsers: parameters.allUsers), identifier: identifier,
      name: parameters.runId, form: wantsMore ? .stream : .page, before: before,
      left: limit ?? (wantsMore ? .max : Self.usualHistoryLength))
    look { _, _ in
      { $0.server.pageInTurn(.runs(listing), for: id) }
    }
  }

  func read(pageOf listing: HistoryListing, _ turn: ReadTurn) {
    let query = HistoryQuery(
      uid: listing.uid, identifier: listing.identifier, name: listing.name, before: listing.before,
      rows: min(listing.left, Self.pageLength), bytes: Self.pageBytes)
    readRuns(query) { shell, read in
      shell.server.end(turn)
      switch read {
      case .failure(let error): shell.refuse(listing.call, .unavailable(message: error.cause))
      case .success(let (runs, next)): shell.send(listing, runs, next: next)
      }
    }
  }

  private func send(_ listing: HistoryListing, _ runs: [[UInt8]], next: Int64?) {
    var rest = listing
    rest.left -= runs.count
    rest.before = next
    var page = ReplyPage("runs")
    for run in runs { page.append(run) }
    let goesOn = next != nil && rest.left > 0 && listing.form == .stream
    let cursor = goesOn ? nil : next.map { String($0) }
    server.reply(listing.call, page.message(cursor: cursor, continues: goesOn), continues: goesOn)
    guard goesOn else { return }
    server.pageInTurn(.runs(rest), for: listing.call)
  }

  /// Reads runs, replaces those that still go on by the scheduler's own, and makes their text beside the
  /// daemon's queue.
  func readRuns(
    _ query: HistoryQuery,
    then body:
      @escaping @Sendable (isolated Shell, Result<(runs: [[UInt8]], next: Int64?), StoreError>) -> Void
  ) {
    let active = Dictionary(scheduler.activeRuns.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    store.history(query) { read in
      self.encoding.async {
        let page = read.map { page in
          let runs = page.runs.map { run in Wire.Run(run.ended == nil ? active[run.id] ?? run : run).json }
          return (runs: runs, next: page.next)
        }
        self.later { body($0, page) }
      }
    }
  }
}
