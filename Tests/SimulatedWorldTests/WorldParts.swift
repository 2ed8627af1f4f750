import SchedulerCore

@testable import TaskStore

/// What a world may do. Each switches some off, so that what the others hide comes up too.
enum WorldSort: CaseIterable {
  case disk, kill, vanish, clock, conflict
}

/// Somebody who calls.
struct WorldClient: Hashable {
  var uid: UInt32
}

/// A call that waits for its answer.
struct WorldCall {
  enum Kind {
    case submit(String)
    case submitBatch([String])
    case cancel(String)
  }

  var client: WorldClient
  var kind: Kind

  /// What it is about.
  var names: [String] {
    switch kind {
    case .submit(let name), .cancel(let name): [name]
    case .submitBatch(let names): names
    }
  }
}

/// A run's program, or its unit: that is kept when it has ended, until it is let go of.
struct WorldProgram {
  /// Whether it has little to do, and ends before the others.
  var isBrief = false
  var isRunning = false
  var isFrozen = false
  var isKilled = false
  var stopReason: ReasonCode?
  var exit: Exit?

  var isOver: Bool { exit != nil }
}
