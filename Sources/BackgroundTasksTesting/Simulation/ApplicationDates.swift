import BackgroundTasks
import SchedulerAPI
import SchedulerCore

/// A translation between the application's clock and the simulation's.
struct ApplicationDates {
  /// The microseconds by which the simulation's clock is ahead of the application's; nil when they are the
  /// same clock.
  private let offset: Int64?

  /// - Parameter machine: The present date of the application's clock; nil when that is the simulation's.
  init(simulation: Date, machine: Date?) {
    offset = machine.map {
      Int64(((simulation.timeIntervalSince1970 - $0.timeIntervalSince1970) * 1e6).rounded())
    }
    self.simulation = WallTime(simulation)
  }

  private let simulation: WallTime

  /// Returns a request as the scheduler gets it. The time between making a date and submitting it does not
  /// show: a part of a second counts as a second.
  func taken(in request: Wire.TaskRequest) -> Wire.TaskRequest {
    var request = request
    request.earliestBeginUSec = taken(request.earliestBeginUSec)
    request.deadlineUSec = taken(request.deadlineUSec)
    return request
  }

  /// Returns a date as the scheduler gets it.
  func taken(_ date: Int64?) -> Int64? {
    guard let offset, let date else { return date }
    let distance = (date + offset) - simulation.uSec
    let seconds = (Double(distance) / 1e6).rounded(.up)
    let result = Double(simulation.uSec) + seconds * 1e6
    return result < Double(WallTime.maximum.uSec)
      ? max(simulation.uSec + Int64(seconds) * 1_000_000, 0) : WallTime.maximum.uSec
  }

  /// Returns a run as the application gets it.
  func handedOut(_ run: Wire.Run) -> Wire.Run {
    guard let offset else { return run }
    var run = run
    run.startedUSec -= offset
    run.endedUSec = run.endedUSec.map { $0 - offset }
    run.waitedSinceUSec = run.waitedSinceUSec.map { $0 - offset }
    return run
  }

  /// Returns an update as the application gets it.
  func handedOut(_ news: SchedulerMethod.Watch.Reply) -> SchedulerMethod.Watch.Reply {
    guard let offset else { return news }
    var news = news
    news.timeUSec -= offset
    news.run = news.run.map { handedOut($0) }
    news.task = news.task.map { task in
      var task = task
      task.request = handedOut(task.request)
      return task
    }
    return news
  }

  /// Returns a request as the application gets it back.
  func handedOut(_ request: Wire.TaskRequest) -> Wire.TaskRequest {
    guard let offset else { return request }
    var request = request
    request.earliestBeginUSec = request.earliestBeginUSec.map { max($0 - offset, 0) }
    request.deadlineUSec = request.deadlineUSec.map { max($0 - offset, 0) }
    return request
  }

  /// Returns an explanation as the application gets it.
  func handedOut(_ reply: SchedulerMethod.Explain.Reply) -> SchedulerMethod.Explain.Reply {
    guard let offset else { return reply }
    var reply = reply
    reply.forecastUSec = reply.forecastUSec.map { $0 - offset }
    for index in reply.reasons.indices {
      reply.reasons[index].sinceUSec = reply.reasons[index].sinceUSec.map { $0 - offset }
    }
    reply.expression = reply.expression.map { parts in
      parts.map { part in
        var part = part
        part.sinceUSec = part.sinceUSec.map { $0 - offset }
        part.untilUSec = part.untilUSec.map { $0 - offset }
        return part
      }
    }
    reply.relaxations = reply.relaxations.map { steps in
      steps.map { Wire.RelaxationStep(fromUSec: $0.fromUSec - offset, without: $0.without) }
    }
    return reply
  }
}

extension Simulation {
  func dates(at now: Date) -> ApplicationDates {
    switch applicationClock {
    case .system: ApplicationDates(simulation: now, machine: Date())
    case .simulated: ApplicationDates(simulation: now, machine: nil)
    }
  }
}
