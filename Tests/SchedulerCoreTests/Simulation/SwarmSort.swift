/// What can happen in a simulation. Each simulation leaves some of it out.
enum SwarmSort: CaseIterable {
  case submit, program, cancel, report, simulateLaunch, simulateExpiration, simulateConditions, conditions
  case application, clockStep, suspend, reload, declare, storeFailure, crash, shutdown, departure
}
