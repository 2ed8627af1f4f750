/// The work that an event has left for the next slices. A batch that is not committed puts it back.
struct Backlog {
  /// A pass over all tasks, from the task ``next`` on.
  struct Sweep {
    /// The repairs of each task.
    var repairs: Repairs
    var next: TaskID
  }

  /// The kinds of repairs of tasks.
  struct Repairs: OptionSet {
    let rawValue: UInt8

    /// Repairs after the wall clock was set.
    static let dates = Repairs(rawValue: 1)
    /// Repairs after manifests were read anew.
    static let applications = Repairs(rawValue: 2)
    /// Repairs after tasks are judged otherwise.
    static let judgements = Repairs(rawValue: 4)
  }

  /// A start of the daemon, before whose end nothing is decided.
  struct Start {
    let sameBoot: Bool
    let surviving: Set<RunID>
    let ended: [RunID: ProgramEnd]
    let unidentified: [RunID: String]
    let declared: DeclarationSet
    /// The first task that is not yet in its place.
    var next = TaskID(0)
    /// The number of waiting tasks that are in their places.
    var placed = 0
  }

  /// A comparison of the declarations in files with the tasks that were made of them.
  struct Declaring {
    let set: DeclarationSet
    /// The index of the declaration whose turn it is.
    private(set) var index = 0
    /// A stack of declarations to take before their turn: each before the one under it.
    private var early: [Int] = []
    /// The declarations that were taken before their turn, for the one whose turn it is.
    private var goneThrough: Set<Int> = []
    /// The first index of each key's declaration. The table is made once: one that grew along the set would
    /// be copied for each slice, because the state before an event is kept.
    let firstPlaces: [TaskKey: Int]
    /// The last key of the known declarations that was checked for whether it is declared still, after all of
    /// the set.
    var lastKnown: TaskKey?

    init(_ set: DeclarationSet) {
      self.set = set
      var places = [TaskKey: Int](minimumCapacity: set.declarations.count)
      for place in set.declarations.indices.reversed() { places[set.declarations[place].key] = place }
      firstPlaces = places
    }

    /// The index of the next declaration, or `nil` when all are done.
    var next: Int? { early.last ?? (index < set.declarations.count ? index : nil) }

    /// Notes that the next declaration was applied or refused.
    mutating func goOn() {
      if let place = early.popLast() {
        goneThrough.insert(place)
      } else {
        index += 1
        goneThrough = []
      }
    }

    /// Takes the declaration at this index first.
    mutating func prefer(_ place: Int) { early.append(place) }

    /// Whether the declaration at this index is still to come.
    func isToCome(_ place: Int) -> Bool { place > index && !goneThrough.contains(place) }
  }

  /// A batch of requests that a caller submits.
  struct Submitting {
    let caller: Caller
    let token: ReplyToken
    let submissions: [Submission]
    /// The index of the next submission.
    var next = 0
    /// The results of the earlier submissions, for each event.
    var results: [[Result<TaskSnapshot, SchedulerError>]] = []
  }

  /// A user's cancelling of all their tasks.
  struct Cancelling {
    let uid: UInt32
    let token: ReplyToken
    var next = TaskID(0)
    /// The end of the pass: tasks that were submitted later are not meant.
    let end: TaskID
    var count = 0
  }

  /// The runs that may have lost a requirement and were not all looked at.
  struct Losing {
    /// The sets of requirements whose runs are looked at, the next one last.
    private(set) var needs: [Requirements] = []
    /// The run of the next set after which the others are looked at; `nil` before all of them.
    private(set) var place: RunPlace?
    private var some: [RunPlace] = []
    /// The index in ``some`` of the next run. The list stays as it is, so that it is not copied for each
    /// slice.
    private var next = 0

    /// The runs to look at besides.
    var left: ArraySlice<RunPlace> { some[next...] }
    var isOver: Bool { needs.isEmpty && left.isEmpty }

    /// Looks at all runs with these sets of requirements, from the first one on.
    mutating func add(_ more: [Requirements]) {
      needs = Set(needs + more).sorted { $0.rawValue > $1.rawValue }
      place = nil
    }

    /// Looks at these runs besides.
    mutating func add(_ runs: [RunPlace]) {
      some = left + runs
      next = 0
    }

    /// Notes that the run in this place, the next one, was looked at.
    mutating func pass(_ run: RunPlace) {
      if needs.isEmpty { next += 1 } else { place = run }
    }

    /// Notes that all runs of the next set were looked at.
    mutating func passNeed() {
      needs.removeLast()
      place = nil
    }
  }

  /// A walk through the tasks of a user that wait for the end of a pause.
  struct PausedSweep {
    let uid: UInt32
    var next = TaskID(0)
  }

  var start: Start?
  var losing = Losing()
  var declaring: Declaring?
  var sweep: Sweep?
  /// The task from which on tasks that repeat by the calendar get the dates of a new zone.
  var calendars: TaskID?
  /// The users of whom tasks may no longer have to wait for the end of a pause, in the order of their turns.
  var paused: [PausedSweep] = []
  /// The kind of work of ``Scheduler/workOff(at:)`` that comes first at the next event.
  var firstKind = 0
  /// The tasks that may have to wait in another place now.
  var replacing = SortedSet<TaskID>()
  /// The batches of which a part is left, in the order of their turns.
  var submitting: [Submitting] = []
  var cancelling: [Cancelling] = []
  /// The user whose tasks were told last that runs before them have ended.
  var lastTold: UInt32?
  /// The user from whose queue a due task was taken last.
  var lastReleased: UInt32?
  /// Whether the event for the next slice is on its way.
  var isGoingOn = false

  /// Starts a pass over all tasks for these repairs as well, from the first one on.
  mutating func sweep(for repairs: Repairs) {
    sweep = Sweep(repairs: repairs.union(sweep?.repairs ?? []), next: TaskID(0))
  }
}
