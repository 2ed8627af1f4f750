import BackgroundTasks
import SchedulerAPI

/// A watch of the reports of a simulation.
final class SimulationWatch: SchedulerWatch {
  private weak let simulation: Simulation?
  private let number: UInt64

  /// - Parameters:
  ///   - first: Called with the present state, before any later report is told.
  ///   - tell: Called, as `first` is, while the simulation's state is locked.
  init(
    _ simulation: Simulation, first: (borrowing SimulationState) -> Void,
    _ tell: @escaping @Sendable (SchedulerMethod.Watch.Reply) -> Void
  ) {
    self.simulation = simulation
    number = simulation.withState { state in
      first(state)
      return state.watch(tell)
    }
  }

  deinit { end() }

  func end() { simulation?.withState { $0.forget(watcher: number) } }
}

extension Simulation {
  /// Returns the dates at the moment of a report.
  func dates(of news: SchedulerMethod.Watch.Reply) -> ApplicationDates {
    dates(at: Date(timeIntervalSince1970: Double(news.timeUSec) / 1e6))
  }
}
