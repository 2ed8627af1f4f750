/// Work that an event has left for the next slices. It is part of what is put back when a batch is not
/// committed.
struct Backlog {
  /// Going through all tasks, from one on.
  struct Sweep {
    /// What is put right of each.
    var repairs: Repairs
    var next: TaskID
  }

  /// What is put right of tasks.
  struct Repairs: OptionSet {
    let rawValue: UInt8

    /// What followed from a wall clock that has been set since.
    static let dates = Repairs(rawValue: 1)
    /// What followed from manifests that have been read anew since.
    static let applications = Repairs(rawValue: 2)
  }

  /// The start: nothing is decided before it is over.
  struct Start {
    let sameBoot: Bool
    let surviving: Set<RunID>
    let ended: [RunID: ProgramEnd]
    let unidentified: [RunID: String]
    let declared: DeclarationSet
    /// The task that takes its place next.
    var next = TaskID(0)
    /// How many that wait have taken theirs.
    var placed = 0
  }

  /// What files ask for is compared with what was made of them.
  struct Declaring {
    let set: DeclarationSet
    /// The declaration whose turn it is.
    private(set) var index = 0
    /// Declarations before their turn, the last one first: each is gone through before the one under it.
    private var early: [Int] = []
    /// Declarations that were gone through before their turn, for the one whose turn it is.
    private var goneThrough: Set<Int> = []
    /// Where each key is declared first. It is made once: what grows while the set is gone through would be
    /// copied for each slice, as the state before an event is kept.
    let firstPlaces: [TaskKey: Int]
    /// After all of the set, what is known as declared is looked at as well, whether it is so still: this one
    /// was the last.
    var lastKnown: TaskKey?

    init(_ set: DeclarationSet) {
      self.set = set
      var places = [TaskKey: Int](minimumCapacity: set.declarations.count)
      for place in set.declarations.indices.reversed() { places[set.declarations[place].key] = place }
      firstPlaces = places
    }

    /// The declaration to go on with; nil when all are gone through.
    var next: Int? { early.last ?? (index < set.declarations.count ? index : nil) }

    /// The next one was applied or refused.
    mutating func goOn() {
      if let place = early.popLast() {
        goneThrough.insert(place)
      } else {
        index += 1
        goneThrough = []
      }
    }

    /// The one at this place comes first.
    mutating func prefer(_ place: Int) { early.append(place) }

    /// Whether the one at this place is still to come.
    func isToCome(_ place: Int) -> Bool { place > index && !goneThrough.contains(place) }
  }

  /// Somebody submits many requests at once.
  struct Submitting {
    let caller: Caller
    let token: ReplyToken
    let submissions: [Submission]
    /// Which of them is next.
    var next = 0
    /// What became of those before it, for each event.
    var results: [[Result<TaskSnapshot, SchedulerError>]] = []
  }

  /// Somebody ends all their tasks.
  struct Cancelling {
    let uid: UInt32
    let token: ReplyToken
    var next = TaskID(0)
    /// What was submitted later is not meant.
    let end: TaskID
    var count = 0
  }

  /// What comes after a run that is over for good is told so.
  struct Serving {
    let run: Run
    var next: TaskID
    /// What was submitted later is not meant.
    let end: TaskID
    /// What has begun since then waits for the next run.
    var begun: Set<TaskID> = []
  }

  /// Runs may have lost something, of which not all were looked at.
  struct Losing {
    /// All runs after this one; nil where it is some of them only.
    var place: RunPlace?
    var some: [RunPlace] = []
    /// Which of these is looked at next. The list itself stays as it is, so that it is not copied for each
    /// slice.
    var next = 0

    var left: ArraySlice<RunPlace> { some[next...] }
    var isOver: Bool { place == nil && left.isEmpty }
  }

  var start: Start?
  var losing = Losing()
  var declaring: Declaring?
  var sweep: Sweep?
  /// Tasks that come round by the calendar get the dates of a new zone, from this one on.
  var calendars: TaskID?
  /// Of these users what waits for the end of a pause may not have to any more, of the first of them from
  /// this task on.
  var paused = SortedSet<UInt32>()
  var nextPaused = TaskID(0)
  /// Tasks that may wait for something else now.
  var replacing = SortedSet<TaskID>()
  /// Batches of which something is left, whose turn is next first.
  var submitting: [Submitting] = []
  var cancelling: [Cancelling] = []
  var serving: [Serving] = []
  /// It is written down what is left to tell.
  var isServingStored = false
  /// The user who was given something last of what had become due.
  var lastReleased: UInt32?
  /// The next slice is on its way.
  var isGoingOn = false

  /// All tasks are gone through for this as well, from the first one on.
  mutating func sweep(for repairs: Repairs) {
    sweep = Sweep(repairs: repairs.union(sweep?.repairs ?? []), next: TaskID(0))
  }
}
