/// The records of past work, of which no task is left. Of each user the last tasks count.
struct WorkTable: Equatable {
  /// The most records of a user.
  static let limit = 64

  /// The records of each user, those of the tasks that were accepted first in front.
  private var records: [UInt32: [WorkRecord]] = [:]

  var all: some Collection<WorkRecord> { records.values.joined() }

  subscript(_ key: TaskKey) -> WorkRecord? { records[key.uid]?.first { $0.key == key } }

  /// Returns whether another record of the user may be kept.
  func hasRoom(for uid: UInt32) -> Bool { records[uid].map { $0.count < Self.limit } ?? true }

  /// Returns the user's oldest record where there are more than may be.
  func surplus(of uid: UInt32) -> WorkRecord? {
    records[uid].flatMap { $0.count > Self.limit ? $0.first : nil }
  }

  /// - Returns: The record before.
  mutating func replace(_ key: TaskKey, by record: WorkRecord?) -> WorkRecord? {
    let old = self[key]
    var others = records[key.uid, default: []].filter { $0.key != key }
    if let record {
      others.insert(record, at: others.firstIndex { $0.task > record.task } ?? others.endIndex)
    }
    records[key.uid] = others.isEmpty ? nil : others
    return old
  }
}
