import SchedulerCore

/// What people read of the tasks.
extension SimulatedDaemon {
  /// All tasks are listed, with what they wait for: in pages and steps as long as a daemon's.
  mutating func list() {
    let (stepLength, searchLength) = (100, 10_000)
    var listed = 0
    var search = TaskSearch(of: nil, prefix: "")
    while !search.isOver {
      let ids = read { search.goOn(in: $0, finding: stepLength, among: searchLength) }
      listed += countHeld(ids)
    }
    require(listed == count, "not all were listed")
  }

  /// How many of them have a reason to wait.
  private mutating func countHeld(_ ids: [TaskID]) -> Int {
    let moment = moment
    return read { scheduler in
      ids.compactMap(scheduler.snapshot).count {
        !scheduler.outlook(of: $0.task.id, at: moment).reasons.isEmpty
      }
    }
  }

  /// Each task is asked why it waits.
  mutating func explainEach() {
    let moment = moment
    var explained = 0
    for number in 0..<count {
      let key = key(number)
      let explanation = read { $0.explain(key.identifier, of: key.uid, at: moment) }
      if explanation?.canProceed == false { explained += 1 }
    }
    require(explained == count, "not all were explained")
  }
}
