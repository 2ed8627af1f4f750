import SchedulerCore

/// The deleted tasks whose rows still exist, with the bytes of their requests.
struct LeftTasks {
  private var requests: [TaskID: Int64] = [:]
  /// The tasks in order, as long as none is added: taking some after the other sorts once.
  private var ordered: ArraySlice<TaskID>?
  /// The bytes of all their requests.
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

  /// - Returns: Whether the task was one of these.
  @discardableResult
  mutating func remove(_ task: TaskID) -> Bool {
    ordered = nil
    guard let bytes = requests.removeValue(forKey: task) else { return false }
    self.bytes -= bytes
    return true
  }

  /// Returns the first tasks, at least one, that take about this many bytes with `perTask` for each row.
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

  /// The numbers of the tasks: `1-400 405`. Tasks that are deleted together often have successive numbers.
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

  /// Returns the numbers in a ``text``, as ranges in order; `nil` for any other text.
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
