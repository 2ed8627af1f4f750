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
  /// Whose; nil is everybody's.
  let uid: UInt32?
  let prefix: String
  let form: ListForm
  /// Each task is told with its last run.
  let showsLastRuns: Bool
  /// The last task that was told.
  var cursor: TaskCursor?
  /// How many more may be told.
  var left: Int
  var page = ReplyPage("tasks")
  /// Finds what is to be put on this page; nil when that is known.
  var search: TaskSearch?
  /// What is still to be put on this page.
  var ids: ArraySlice<TaskID> = []
  /// Nothing comes after those.
  var reachesEnd = false
}

/// A task as it is put on a page.
private struct ListedTask: Sendable {
  var place: TaskCursor
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
  private static let wholeLength = 20_000
  /// How many tasks are put on a page before others have their turn.
  private static let stepLength = 100
  /// How many are looked at in search of those that come first.
  private static let searchLength = 10_000

  func list(
    _ parameters: SchedulerMethod.List.Parameters, _ id: CallID, _ caller: Caller, wantsMore: Bool
  ) throws(SchedulerInterfaceError) {
    let isCut = parameters.limit != nil || parameters.cursor != nil
    let listing = Listing(
      call: id, uid: try visibleUser(caller, allUsers: parameters.allUsers),
      prefix: parameters.identifierPrefix ?? "", form: wantsMore ? .stream : isCut ? .page : .whole,
      showsLastRuns: parameters.lastRuns ?? false,
      cursor: try TaskCursor(checking: parameters.cursor),
      left: parameters.limit ?? .max)
    look { _, _ in
      { $0.server.pageInTurn(.tasks(listing), for: id) }
    }
  }

  /// Searches for what is to be on a page, or puts some more tasks on it.
  func read(moreOf listing: Listing, _ turn: ReadTurn) {
    guard listing.ids.isEmpty else { return step(listing, turn) }
    let listing = searched(listing)
    guard listing.search != nil else { return step(listing, turn) }
    server.end(turn)
    server.pageInTurn(.tasks(listing), for: listing.call)
  }

  private func searched(_ listing: Listing) -> Listing {
    var listing = listing
    let rows = listing.form == .whole ? Self.wholeLength : min(Self.pageLength, listing.left)
    var search =
      listing.search
      ?? TaskSearch(of: listing.uid, prefix: listing.prefix, after: listing.cursor, limit: rows + 1)
    search.goOn(in: scheduler, atMost: Self.searchLength)
    listing.search = search.isOver ? nil : search
    guard search.isOver else { return listing }
    let ids = search.found
    listing.reachesEnd = ids.count <= rows
    listing.ids = ids.prefix(rows)
    listing.page = ReplyPage("tasks")
    return listing
  }

  /// Puts some tasks on the page: what the core knows comes from here, what was submitted from the
  /// store, and the text is made beside the daemon's queue.
  private func step(_ listing: Listing, _ turn: ReadTurn) {
    let moment = now()
    var next = listing
    next.ids = listing.ids.dropFirst(Self.stepLength)
    let snapshots = listing.ids.prefix(Self.stepLength).compactMap { scheduler.snapshot($0) }
    let reasons = snapshots.map { scheduler.reasons(of: $0.task.id, at: moment) }
    store.payloads(of: snapshots.map(\.task.id)) { [next] read in
      let found = (try? read.get()) ?? [:]
      self.readLastRuns(of: listing.showsLastRuns ? snapshots.map(\.task.key) : []) { runs in
        let tasks = zip(snapshots, reasons).map { snapshot, reasons in
          let id = snapshot.task.id
          let stored = found[id] ?? .failure(.missing)
          var task = Wire.Task(snapshot, stored: stored, reason: reasons.first)
          if !reasons.isEmpty { task.reasonCount = reasons.count }
          task.lastRun = runs[snapshot.task.key].map { Wire.Run($0) }
          return ListedTask(
            place: TaskCursor(key: snapshot.task.key, id: id), json: task.json,
            isMissing: stored == .failure(.missing))
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
    for task in tasks where !task.isMissing || scheduler.hasTask(task.place.id) {
      guard listing.page.count == 0 || listing.page.bytes + task.json.count <= limit else {
        return send(listing, hasMore: true)
      }
      listing.page.append(task.json)
      listing.cursor = task.place
    }
    guard !listing.ids.isEmpty else { return send(listing, hasMore: !listing.reachesEnd) }
    server.pageInTurn(.tasks(listing), for: listing.call)
  }

  private func send(_ listing: Listing, hasMore: Bool) {
    var rest = listing
    rest.left -= listing.page.count
    rest.ids = []
    let goesOn = hasMore && rest.left > 0 && listing.form == .stream
    guard !hasMore || listing.form != .whole else {
      server.reply(listing.call, Message.error(Self.tooLarge))
      return
    }
    let cursor = hasMore && !goesOn ? listing.cursor?.text : nil
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

extension TaskCursor {
  /// What callers are told to go on with.
  var text: String { "\(key.uid):\(id.value):\(key.identifier)" }

  /// - Throws: When it is none of ours.
  init?(checking text: String?) throws(SchedulerInterfaceError) {
    guard let text else { return nil }
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let uid = UInt32(parts[0]), let id = Int64(parts[1]) else {
      throw .invalidRequest(field: "cursor", message: "allowed is what an earlier reply of List said")
    }
    self.init(key: TaskKey(uid: uid, identifier: String(parts[2])), id: TaskID(id))
  }
}
