@testable import SchedulerCore

/// What indexes hold, without the ways in which they came to hold it. It is compared a hundred times as fast
/// as it is written down.
struct IndexShape: Equatable {
  struct Head<Element: Hashable, Key: Comparable>: Equatable {
    let element: Element?
    let key: Key?
    let count: Int

    init(_ heap: IndexedHeap<Element, Key>) {
      element = heap.first?.element
      key = heap.first?.key
      count = heap.count
    }
  }

  /// A group of one user's.
  struct Queue: Equatable {
    let first: Urgency?
    let mayRun: [Bool]
  }

  let runs: [TaskKey: RunID]
  let runsByNeed: [Requirements: SortedSet<RunPlace>]
  let held: SortedSet<TaskID>
  let paused: [UInt32: SortedSet<TaskID>]
  let calendars: SortedSet<TaskID>
  let followers: [TaskKey: SortedSet<TaskID>]
  let trusting: [ConditionExpression: Set<RunID>]
  let runsByGroup: [TaskGroup: Set<RunID>]
  let transfers: [TaskKey: Int]
  let relaxations: DueQueues<WallTime>
  let pathLooks: PathLooks
  let pathWatches: [RunID: TaskID]
  let pathCounts: [UInt32: Int]
  let dueFiles: [UInt32: SortedSet<TaskID>]
  let users: [UInt32: SortedSet<TaskID>]
  let commands: [UInt32: Int]
  let served: [UInt32: UInt64]
  let groups: [GroupKey: Queue]
  let inquiries: [ConditionExpression: Set<ConnectionID>]
  let load: Load
  let preventingSleep: Int
  let dates: DueQueues<WallTime>
  let latestDates: SortedSet<Due<WallTime>>
  let deadlines: Due<WallTime>?
  let deadlineCount: Int
  let behind: [UInt32: MonotonicTime]
  let pauses: DueQueues<MonotonicTime>
  let runTimers: Head<RunID, Due<MonotonicTime>>
  let processTimers: Head<RunID, ProcessDue>
  let waiting: [ApplicationKey: SortedSet<TaskID>]
  let handlers: [TaskKey: [ConnectionID]]
  let names: [String: ConnectionID]
  let processes: [ApplicationKey: RunID]
  let connections: [RunID: Set<ConnectionID>]
  let onConnections: [ConnectionID: Set<RunID>]
  let forProcesses: [RunID: Set<RunID>]
  let foreground: [ApplicationKey: Int]
  let assertionsByUser: [UInt32: Int]
  let assertionsByProcess: [RunID: Int]
  let assertionTimers: Head<ConnectionID, Timed<MonotonicTime, ConnectionID>>

  init(_ indexes: Indexes) {
    runs = indexes.runByKey
    runsByNeed = indexes.runsByNeed
    held = indexes.held
    paused = indexes.paused
    calendars = indexes.calendars
    followers = indexes.followers.whole
    trusting = indexes.trusting
    runsByGroup = indexes.runsByGroup
    transfers = indexes.transfersBySession
    relaxations = indexes.relaxations
    pathLooks = indexes.pathLooks
    pathWatches = indexes.pathWatches
    pathCounts = indexes.pathCounts
    dueFiles = indexes.dueFiles
    users = indexes.tasksByUser
    commands = Dictionary(
      uniqueKeysWithValues: indexes.tasksByUser.keys.map { ($0, indexes.pending.commands(of: $0)) })
    served = indexes.groups.turns.last
    groups = indexes.groups.keys.reduce(into: [:]) { groups, key in
      let rank = key.lane.rank
      groups[key] = Queue(
        first: indexes.groups.first(in: key),
        mayRun: [true, false].map { indexes.mayRun(rank.uid, rank.sort.kind, hasRoom: $0) })
    }
    inquiries = indexes.inquiries
    load = indexes.load
    preventingSleep = indexes.preventingSleep
    dates = indexes.dates
    latestDates = indexes.latestDates
    deadlines = indexes.deadlines.first?.due
    deadlineCount = indexes.deadlines.count
    behind = indexes.deadlines.behind
    pauses = indexes.pauses
    runTimers = Head(indexes.runTimers)
    processTimers = Head(indexes.processTimers)
    waiting = indexes.waitingForApplication
    handlers = indexes.handlers
    names = indexes.registrationByName
    processes = indexes.processByApplication
    connections = indexes.connectionsByProcess
    onConnections = indexes.runsByConnection
    forProcesses = indexes.runsByProcess
    foreground = indexes.foreground
    assertionsByUser = indexes.assertionsByUser
    assertionsByProcess = indexes.assertionsByProcess
    assertionTimers = Head(indexes.assertionTimers)
  }
}

extension GradualDictionary {
  /// All entries as one dictionary.
  var whole: [Key: Value] { Dictionary(uniqueKeysWithValues: zip(keys, values)) }
}
