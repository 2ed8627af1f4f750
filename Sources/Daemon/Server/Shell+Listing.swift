import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

/// A list of tasks that is being answered. It holds its place and no copy: each page is what there is when it
/// is its turn.
struct Listing: Sendable {
  let call: CallID
  let form: ListForm
  /// Each task is told with its last run.
  let showsLastRuns: Bool
  /// Where it is among those that are asked for.
  var search: TaskSearch
  /// How many more may be told.
  var left: Int
  var page = ReplyPage("tasks")
}

/// A task as it is put on a page.
private struct ListedTask: Sendable {
  var id: TaskID
  var json: [UInt8]
  /// The store has nothing of it.
  var isMissing: Bool
}

extension Shell {
  /// How many tasks or runs a page has at most, and how many bytes.
  static let pageLength = 500
  static let pageBytes = 512 << 10
  /// A list that was asked for without pages has at most so many bytes, and tasks.
  static let wholeBytes = 1 << 20
  fileprivate static let wholeLength = 20_000
  /// How many tasks are put on a page before others have their turn.
  private static let stepLength = 100
  /// How many are looked at for them.
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

  /// The place that callers were told to go on with.
  /// - Throws: When it is none of ours.
  private static func place(_ cursor: String?) throws(SchedulerInterfaceError) -> TaskID {
    guard let cursor else { return TaskID(0) }
    guard let place = Int64(cursor), place >= 0 else {
      throw .foreignCursor(of: "List")
    }
    return TaskID(place)
  }

  /// Puts some more tasks on a page: what the core knows comes from here, what was submitted from the
  /// store, and the text is made beside the daemon's queue.
  func read(moreOf listing: Listing, _ turn: ReadTurn) {
    let moment = now()
    var next = listing
    // One more says whether another page follows.
    let ids = next.search.goOn(
      in: scheduler, finding: min(Self.stepLength, listing.length - listing.page.count + 1),
      among: Self.searchLength)
    guard !ids.isEmpty else { return stepped(next, [], turn) }
    let snapshots = ids.compactMap(scheduler.snapshot)
    let outlooks = snapshots.map { scheduler.outlook(of: $0.task.id, at: moment) }
    store.payloads(of: snapshots.map(\.task.id)) { [next] read in
      let found = (try? read.get()) ?? [:]
      self.readLastRuns(of: listing.showsLastRuns ? snapshots.map(\.task.key) : []) { runs in
        let tasks = zip(snapshots, outlooks).map { snapshot, outlook in
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

  /// Hands the last runs of these over on the queue for long answers. A list is worth something without them.
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
    // What has gone meanwhile is left out.
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
      "the list is longer than the \(wholeBytes) bytes of one reply; it comes in pages with more, or with "
      + "limit and cursor")
}

extension SchedulerInterfaceError {
  /// The cursor is none that the method has said.
  static func foreignCursor(of method: String) -> SchedulerInterfaceError {
    .invalidRequest(field: "cursor", message: "allowed is what an earlier reply of \(method) said")
  }
}

extension Listing {
  /// How many tasks its page has at most.
  fileprivate var length: Int { form == .whole ? Shell.wholeLength : min(Shell.pageLength, left) }
}
