import BackgroundTasks
import SchedulerAPI

/// Somebody hears what happens in a simulation.
final class SimulationWatch: SchedulerWatch {
  private weak let simulation: Simulation?
  private let number: UInt64

  /// - Parameters:
  ///   - first: Called with what is so now, before anything that happens after it is told.
  ///   - tell: Called, as the first is, while the simulation's state is held.
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
  /// The dates at the moment of what happened.
  func dates(of news: SchedulerMethod.Watch.Reply) -> ApplicationDates {
    dates(at: Date(timeIntervalSince1970: Double(news.timeUSec) / 1e6))
  }
}
