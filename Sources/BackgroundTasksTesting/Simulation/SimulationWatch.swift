import BackgroundTasks
import SchedulerAPI

/// Somebody hears what happens in a simulation.
final class SimulationWatch: SchedulerWatch {
  private weak let simulation: Simulation?
  private let number: UInt64

  /// - Parameter tell: Called while the simulation's state is held.
  init(_ simulation: Simulation, _ tell: @escaping @Sendable (SchedulerMethod.Watch.Reply) -> Void) {
    self.simulation = simulation
    number = simulation.withState { $0.watch(tell) }
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
