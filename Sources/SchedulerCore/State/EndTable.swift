/// The ends of tasks that others come after, and the passes that tell these of them.
struct EndTable {
  /// The ends of one task.
  struct Entry: Equatable {
    var record: EndRecord
    /// The pass over the tasks that come after it; `nil` when all of them know the last end.
    var pass: Pass?
  }

  /// A pass over tasks. It is not stored: each start looks at all tasks.
  struct Pass: Hashable {
    /// The place among its user's passes: the number of an end.
    let number: Int64
    /// The task from which on others are still to be looked at.
    var next = TaskID(0)
    /// Whether another end came meanwhile, which the tasks before ``next`` do not know.
    var isRepeated = false
  }

  private struct Place: Comparable {
    let uid: UInt32
    let number: Int64
    let identifier: String

    static func < (left: Place, right: Place) -> Bool {
      (left.uid, left.number, left.identifier) < (right.uid, right.number, right.identifier)
    }
  }

  private var entries = GradualDictionary<TaskKey, Entry>()
  private var passes = SortedSet<Place>()

  var all: some Sequence<Entry> { entries.values }

  subscript(_ key: TaskKey) -> Entry? { entries[key] }

  /// - Returns: The entry before.
  mutating func replace(_ key: TaskKey, by entry: Entry?) -> Entry? {
    let old = entries[key]
    if old?.pass?.number != entry?.pass?.number {
      if let place = old.flatMap(Self.place) { passes.remove(place) }
      if let place = entry.flatMap(Self.place) { passes.insert(place) }
    }
    entries[key] = entry
    return old
  }

  /// Returns the user whose passes have their turn after those of another.
  func user(after last: UInt32?) -> UInt32? {
    let next = last.flatMap { $0 == .max ? nil : passes.first(from: Self.first(of: $0 + 1)) }
    return (next ?? passes.first)?.uid
  }

  /// Returns the task whose pass is the user's oldest.
  func firstPass(of uid: UInt32) -> TaskKey? {
    guard let place = passes.first(from: Self.first(of: uid)), place.uid == uid else { return nil }
    return TaskKey(uid: uid, identifier: place.identifier)
  }

  /// Returns whether the predecessor has ended as it has to since ends were counted up to this number.
  func contains(_ predecessor: Predecessor, of uid: UInt32, after number: Int64) -> Bool {
    guard let record = entries[TaskKey(uid: uid, identifier: predecessor.identifier)]?.record else {
      return false
    }
    return (predecessor.mustSucceed ? record.succeeded : record.ended) > number
  }

  private static func first(of uid: UInt32) -> Place { Place(uid: uid, number: .min, identifier: "") }

  private static func place(of entry: Entry) -> Place? {
    entry.pass.map {
      Place(uid: entry.record.key.uid, number: $0.number, identifier: entry.record.key.identifier)
    }
  }
}
