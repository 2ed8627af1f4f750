import SchedulerAPI

/// Tasks in the order in which they come after each other.
enum TaskTree {
  /// Returns each task below the first listed task that it comes after, with its depth. Tasks that come after
  /// none, and siblings, stay in their order.
  static func ordered(_ tasks: [Wire.Task]) -> [(task: Wire.Task, depth: Int)] {
    let places = Dictionary(
      tasks.enumerated().map { (key($0.element.uid, $0.element.request.identifier), $0.offset) },
      uniquingKeysWith: { first, _ in first })
    var children: [Int: [Int]] = [:]
    var roots: [Int] = []
    for (place, task) in tasks.enumerated() {
      let order = task.request.order
      let names = (order?.after ?? []) + (order?.afterAny ?? [])
      let parent = names.lazy.compactMap { places[key(task.uid, $0)] }.first { $0 != place }
      if let parent { children[parent, default: []].append(place) } else { roots.append(place) }
    }
    var rows: [(task: Wire.Task, depth: Int)] = []
    var seen: Set<Int> = []
    func add(_ place: Int, _ depth: Int) {
      guard seen.insert(place).inserted else { return }
      rows.append((tasks[place], depth))
      for child in children[place] ?? [] { add(child, depth + 1) }
    }
    for root in roots { add(root, 0) }
    // No task comes after itself, but a list is of several moments and may have a circle.
    for place in tasks.indices { add(place, 0) }
    return rows
  }

  private static func key(_ uid: UInt32, _ identifier: String) -> String { "\(uid) \(identifier)" }

  /// Returns the indentation of a name.
  static func indent(_ depth: Int, usesUTF8: Bool) -> String {
    depth == 0 ? "" : String(repeating: "  ", count: depth - 1) + (usesUTF8 ? "└ " : "`- ")
  }
}
