/// All tasks by their numbers, packed. Numbers are given in order, so neighbours lie together: a dictionary
/// has one entry for sixty-four of them.
struct TaskTable {
  /// The tasks whose numbers differ in the last six bits only, in order.
  private struct Page {
    /// A bit for each number in use.
    var present: UInt64 = 0
    var tasks: [PackedTask] = []

    /// Returns the index of the task, or the index for its insertion.
    func index(of slot: UInt64) -> Int { (present & (1 << slot - 1)).nonzeroBitCount }

    func has(_ slot: UInt64) -> Bool { present & (1 << slot) != 0 }

    /// - Returns: The change of the number of tasks.
    mutating func set(_ task: PackedTask?, at slot: UInt64) -> Int {
      let index = index(of: slot)
      switch (task, has(slot)) {
      case (let task?, true):
        tasks[index] = task
        return 0
      case (let task?, false):
        tasks.insert(task, at: index)
        present |= 1 << slot
        return 1
      case (nil, true):
        tasks.remove(at: index)
        present &= ~(1 << slot)
        shrink()
        return -1
      case (nil, false): return 0
      }
    }

    mutating func move(_ slot: UInt64, to place: Place, _ patience: Patience) {
      tasks[index(of: slot)].move(to: place, patience)
    }

    /// Gives room back. An array keeps its capacity, and a few tasks must not hold the room of many.
    private mutating func shrink() {
      guard tasks.capacity >= 4 * max(tasks.count, 4) else { return }
      var kept: [PackedTask] = []
      kept.reserveCapacity(tasks.count)
      kept += tasks
      tasks = kept
    }
  }

  private var pages: [Int64: Page] = [:]
  /// The numbers of the pages in use.
  private var pageNumbers = SortedSet<Int64>()
  private(set) var wishes = Pool<ConditionWish>()
  private(set) var calendars = Pool<CalendarSchedule>()
  private(set) var count = 0

  /// The task of this number. Setting nil removes it.
  subscript(id: TaskID) -> TaskEntry? {
    get { packed(id).map { $0.entry(id) } }
    set {
      let (page, slot) = Self.place(of: id)
      let packed = share(newValue, insteadOf: id).map(PackedTask.init)
      if newValue != nil, pages[page] == nil { pageNumbers.insert(page) }
      count += pages[page, default: Page()].set(packed, at: slot)
      if newValue == nil, pages[page]?.present == 0 {
        pages[page] = nil
        pageNumbers.remove(page)
      }
    }
  }

  /// Returns the entry with the conditions and the calendar that it shares with other tasks.
  private mutating func share(_ entry: TaskEntry?, insteadOf id: TaskID) -> TaskEntry? {
    let (wish, calendar) = (entry?.task.request.wish ?? .none, entry?.task.request.calendar)
    guard !wish.isEmpty || calendar != nil || !wishes.isEmpty || !calendars.isEmpty else { return entry }
    var shared = entry
    if !wish.isEmpty { shared?.task.request.wish = wishes.keep(wish) }
    if let calendar {
      let kept = calendars.keep(calendar)
      if kept !== calendar { shared?.task.request.calendar = kept }
    }
    if let old = packed(id) {
      if !old.wish.isEmpty { wishes.release(old.wish) }
      if let calendar = old.calendar { calendars.release(calendar) }
    }
    return shared
  }

  /// Moves a task of the table to another place.
  mutating func move(_ id: TaskID, to place: Place, _ patience: Patience) {
    let (page, slot) = Self.place(of: id)
    pages[page]?.move(slot, to: place, patience)
  }

  mutating func reserveCapacity(_ count: Int) { pages.reserveCapacity(count >> 6) }

  /// Returns the key of the task of this number, without unpacking the rest.
  func key(of id: TaskID) -> TaskKey? { packed(id)?.key }

  /// Whether the task waits for its date, as it did when it was accepted.
  func isWaiting(_ accepted: ScheduledTask) -> Bool { packed(accepted.id)?.isWaiting(accepted) ?? false }

  /// The numbers of all tasks, the oldest first.
  var ids: [TaskID] {
    var ids: [TaskID] = []
    ids.reserveCapacity(count)
    for number in pageNumbers.inOrder {
      var rest = pages[number]?.present ?? 0
      while rest != 0 {
        ids.append(TaskID(number << 6 | Int64(rest.trailingZeroBitCount)))
        rest &= rest - 1
      }
    }
    return ids
  }

  /// Returns the number of the first task from `id` on, or `nil` after the last one.
  func first(from id: TaskID) -> TaskID? {
    let (page, slot) = Self.place(of: id)
    let rest = (pages[page]?.present ?? 0) & (UInt64.max << slot)
    if rest != 0 { return TaskID(page << 6 | Int64(rest.trailingZeroBitCount)) }
    guard let next = pageNumbers.first(after: page), let present = pages[next]?.present else { return nil }
    return TaskID(next << 6 | Int64(present.trailingZeroBitCount))
  }

  /// Calls the body with every task, the oldest first.
  func forEach(_ body: (TaskEntry) -> Void) {
    for id in ids { if let entry = self[id] { body(entry) } }
  }

  private func packed(_ id: TaskID) -> PackedTask? {
    let (number, slot) = Self.place(of: id)
    guard let page = pages[number], page.has(slot) else { return nil }
    return page.tasks[page.index(of: slot)]
  }

  private static func place(of id: TaskID) -> (page: Int64, slot: UInt64) {
    (id.value >> 6, UInt64(id.value & 63))
  }
}
