import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

/// A list of tasks that is being answered. It holds its place and no copy: each page shows the tasks as they
/// are when it is its turn.
struct Listing: Sendable {
  let call: CallID
  let form: ListForm
  /// Whether each task comes with its last run.
  let showsLastRuns: Bool
  /// The list's place among the tasks that were asked for.
  var search: TaskSearch
  /// The number of tasks that may still be told.
  var left: Int
  var page = ReplyPage("tasks")
}

/// A task as it is put on a page.
private struct ListedTask: Sendable {
  var id: TaskID
  var json: [UInt8]
  /// Whether the store has no payload of the task.
  var isMissing: Bool
}

extension Shell {
  /// The most tasks or runs of a page, and its most bytes.
  static let pageLength = 500
  static let pageBytes = 512 << 10
  /// The most bytes, and tasks, of a list that was asked for without pages.
  static let wholeBytes = 1 << 20
  fileprivate static let wholeLength = 20_000
  /// The most tasks that are put on a page before others have their turn.
  private static let stepLength = 100
  /// The time after which these are fewer: a task's reasons cost what its conditions cost.
  private static let stepUSec: Int64 = 5000
  /// The most tasks that are searched for these.
  private static let searchLength = 10_000

  func list(
    _ parameters: SchedulerMethod.List.Parameters, _ id: CallID, _ caller: Caller, wantsMore: Bool
  ) throws(SchedulerInterfaceError) {
    let isCut = parameters.limit != nil || parameters.cursor != nil
    let listing = Listing(
      call: id, form: wantsMore ? .stream : isCut ? .page : .whole,
      showsLastRuns: parameters.lastRuns ?? false,
      search: TaskSearch(
        of: try visibleUser(caller, allUsers: parameters.allUsers),
        prefix: parameters.identifierPrefix ?? "", from: try Self.place(parameters.cursor)),
      left: parameters.limit ?? .max)
    look { _, _ in
      { $0.server.pageInTurn(.tasks(listing), for: id) }
    }
  }

  /// Returns the place that a cursor names.
  /// - Throws: ``SchedulerInterfaceError`` for a cursor that `List` has not given out.
  private static func place(_ cursor: String?) throws(SchedulerInterfaceError) -> TaskID {
    guard let cursor else { return TaskID(0) }
    guard let place = Int64(cursor), place >= 0 else {
      throw .foreignCursor(of: "List")
    }
    return TaskID(place)
  }

  /// Puts more tasks on a page: the core's part comes from here, the request from the store, and the text is
  /// made beside the daemon's queue.
  func read(moreOf listing: Listing, _ turn: ReadTurn) {
    let moment = now()
    let scheduler = scheduler
    var next = listing
    // One task more than the page holds tells whether another page follows.
    let ids = next.search.goOn(
      in: scheduler, finding: min(Self.stepLength, listing.length - listing.page.count + 1),
      among: Self.searchLength)
    guard !ids.isEmpty else { return stepped(next, [], turn) }
    var looks: [(snapshot: TaskSnapshot, outlook: Outlook)] = []
    let end = SystemClock.monotonicUSec + Self.stepUSec
    for id in ids {
      guard looks.isEmpty || SystemClock.monotonicUSec < end else {
        next.search.goBack(to: id)
        break
      }
      guard let snapshot = scheduler.snapshot(id) else { continue }
      looks.append((snapshot, scheduler.outlook(of: id, at: moment)))
    }
    store.payloads(of: looks.map(\.snapshot.task.id)) { [next, looks] read in
      let found = (try? read.get()) ?? [:]
      self.readLastRuns(of: listing.showsLastRuns ? looks.map(\.snapshot.task.key) : []) { runs in
        let tasks = looks.map { snapshot, outlook in
          let id = snapshot.task.id
          let stored = found[id] ?? .failure(.missing)
          var task = Wire.Task(snapshot, stored: stored, outlook)
          if !outlook.reasons.isEmpty { task.reasonCount = outlook.reasons.count }
          task.lastRun = runs[snapshot.task.key].map { Wire.Run($0) }
          return ListedTask(
            id: id, json: task.json, isMissing: stored == .failure(.missing))
        }
        self.later { $0.stepped(next, tasks, turn) }
      }
    }
  }

  /// Passes on the tasks' last runs, on the queue for long answers. A list is useful without them.
  private nonisolated func readLastRuns(
    of tasks: [TaskKey], then body: @escaping @Sendable ([TaskKey: Run]) -> Void
  ) {
    guard !tasks.isEmpty else { return encoding.async { body([:]) } }
    store.lastRuns(of: tasks) { read in self.encoding.async { body((try? read.get()) ?? [:]) } }
  }

  private func stepped(_ listing: Listing, _ tasks: [ListedTask], _ turn: ReadTurn) {
    server.end(turn)
    var listing = listing
    let limit = listing.form == .whole ? Self.wholeBytes : Self.pageBytes
    let scheduler = scheduler
    // A task that has gone meanwhile is left out.
    for task in tasks where !task.isMissing || scheduler.hasTask(task.id) {
      let (count, bytes) = (listing.page.count, listing.page.bytes + task.json.count)
      guard count < listing.length, count == 0 || bytes <= limit else {
        listing.search.goBack(to: task.id)
        return send(listing, hasMore: true)
      }
      listing.page.append(task.json)
    }
    guard !listing.search.isOver else { return send(listing, hasMore: false) }
    server.pageInTurn(.tasks(listing), for: listing.call)
  }

  private func send(_ listing: Listing, hasMore: Bool) {
    var rest = listing
    rest.left -= listing.page.count
    rest.page = ReplyPage("tasks")
    let goesOn = hasMore && rest.left > 0 && listing.form == .stream
    guard !hasMore || listing.form != .whole else {
      server.reply(listing.call, Message.error(Self.tooLarge))
      return
    }
    let cursor = hasMore && !goesOn ? String(listing.search.next.value) : nil
    server.reply(
      listing.call, listing.page.message(cursor: cursor, continues: goesOn), continues: goesOn)
    guard goesOn else { return }
    server.pageInTurn(.tasks(rest), for: listing.call)
  }

  private static let tooLarge = SchedulerInterfaceError.tooLarge(
    limit: wholeBytes,
    message:
      "the list is longer than the \(wholeBytes) bytes of one reply; read it in pages, with more, or with "
      + "limit and cursor")
}

extension SchedulerInterfaceError {
  /// Returns the error for a cursor that the method has not given out.
  static func foreignCursor(of method: String) -> SchedulerInterfaceError {
    .invalidRequest(field: "cursor", message: "allowed is the cursor of an earlier reply of \(method)")
  }
}

extension Listing {
  /// The most tasks of the list's page.
  fileprivate var length: Int { form == .whole ? Shell.wholeLength : min(Shell.pageLength, left) }
}
