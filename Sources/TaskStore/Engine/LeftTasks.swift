import SchedulerCore

/// Tasks that are deleted and whose rows are there still, with the bytes of their requests.
struct LeftTasks {
  private var requests: [TaskID: Int64] = [:]
  /// The tasks in order, while nobody adds others: who takes some of them after the other sorts once.
  private var ordered: ArraySlice<TaskID>?
  /// What all of their requests take.
  private(set) var bytes: Int64 = 0

  var isEmpty: Bool { requests.isEmpty }
  var count: Int { requests.count }

  func contains(_ task: TaskID) -> Bool { requests[task] != nil }

  mutating func insert(_ tasks: [(id: TaskID, bytes: Int64)]) {
    for task in tasks {
      remove(task.id)
      requests[task.id] = task.bytes
      bytes += task.bytes
    }
  }

  /// - Returns: Whether it was one of them.
  @discardableResult
  mutating func remove(_ task: TaskID) -> Bool {
    ordered = nil
    guard let bytes = requests.removeValue(forKey: task) else { return false }
    self.bytes -= bytes
    return true
  }

  /// The first ones, at least one: so many that they take about this, each with something for its row.
  mutating func first(bytes most: Int64, perTask: Int64) -> ArraySlice<TaskID> {
    let tasks = ordered ?? requests.keys.sorted()[...]
    ordered = tasks
    var bytes: Int64 = 0
    return tasks.prefix { task in
      defer { bytes += requests[task, default: 0] + perTask }
      return bytes < max(most, 1)
    }
  }

  mutating func removeFirst(_ tasks: ArraySlice<TaskID>) {
    let rest = ordered?.dropFirst(tasks.count)
    for task in tasks { remove(task) }
    ordered = rest
  }

  /// The numbers of the tasks: `1-400 405`. What is deleted together often came one after the other.
  var text: String {
    var ranges: [ClosedRange<Int64>] = []
    for number in requests.keys.map(\.value).sorted() {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: " ")
  }

  /// The numbers in a ``text``, as ranges in order; nil for what is none.
  static func ranges(in text: String) -> [ClosedRange<Int64>]? {
    var ranges: [ClosedRange<Int64>] = []
    for range in text.split(separator: " ") {
      let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last,
        first > ranges.last?.upperBound ?? .min
      else { return nil }
      ranges.append(first...last)
    }
    return ranges
  }
}
