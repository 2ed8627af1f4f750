import LinuxSystem
package import SchedulerCore

/// The runs that were under way, by what has become of their units.
package struct UnitAdoption: Hashable, Sendable {
  /// The runs whose programs work. Their ends will be reported.
  package var running: [RunID] = []
  /// The runs whose programs have ended meanwhile. Their ends are reported next.
  package var ended: [RunID] = []
  /// The runs of which nothing is known.
  package var missing: [RunID] = []
  /// The names of units that were made for runs that were not asked about, in order.
  package var strays: [String] = []

  package init() {}
}

/// The state of a unit that is to be adopted.
enum UnitRunAdoption {
  /// The program works.
  case running
  /// The program has ended.
  case ended
  /// The unit does not exist.
  case missing
}

/// A question for the units that are still there, until it is answered.
final class UnitAdopter {
  private let units: [UnitOfRun]
  private var handler: ((Result<UnitAdoption, BusError>) -> Void)?
  private var states: [RunID: UnitRunAdoption] = [:]
  private var strays: [String] = []
  /// The runs whose units are being looked at.
  private(set) var waiting: [RunID] = []
  var hasBegun = false

  init(_ units: [UnitOfRun], handler: @escaping (Result<UnitAdoption, BusError>) -> Void) {
    self.units = units
    self.handler = handler
  }

  /// Returns the units' names in the manager's list (org.freedesktop.systemd1(5), `ListUnitsByPatterns`).
  static func names(_ reader: BusReader) throws(BusError) -> [String] {
    try reader.array(of: "(ssssssouso)", limit: 100_000) { (reader) throws(BusError) in
      try reader.structure("ssssssouso") { (reader) throws(BusError) in
        let name = try reader.string(limit: 256)
        try reader.skip("sssssouso")
        return name
      }
    }
  }

  /// Takes over the names of the loaded units.
  /// - Returns: The units that have to be looked at: existing units are not in the list.
  func begin(loaded: [String], known: Set<String>) -> [UnitOfRun] {
    let wanted = Set(units.map(\.name))
    strays = loaded.filter { UnitOfRun.isOurs($0) && !wanted.contains($0) && !known.contains($0) }.sorted()
    let there = Set(loaded)
    let candidates = units.filter { !$0.isTransient || there.contains($0.name) }
    waiting = candidates.map(\.run)
    return candidates
  }

  func isWaiting(for run: RunID) -> Bool { waiting.contains(run) }

  /// Takes over the state of a run's unit.
  /// - Returns: Whether it was the last.
  func take(_ run: RunID, _ state: UnitRunAdoption) -> Bool {
    states[run] = state
    waiting.removeAll { $0 == run }
    return waiting.isEmpty
  }

  /// The runs whose units were found.
  var found: [RunID] {
    units.map(\.run).filter { run in
      switch states[run] {
      case .running, .ended: true
      case .missing, nil: false
      }
    }
  }

  func finish() {
    var adoption = UnitAdoption()
    for unit in units {
      switch states[unit.run] {
      case .running: adoption.running.append(unit.run)
      case .ended: adoption.ended.append(unit.run)
      case .missing, nil: adoption.missing.append(unit.run)
      }
    }
    adoption.strays = strays
    handler?(.success(adoption))
    handler = nil
  }

  func fail(_ error: BusError) {
    handler?(.failure(error))
    handler = nil
  }
}
