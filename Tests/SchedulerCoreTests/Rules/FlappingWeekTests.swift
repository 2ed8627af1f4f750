import TestSupport
import Testing

@testable import SchedulerCore

/// A bad plug, a bad antenna and somebody who comes and goes: a week in which conditions flap, in virtual
/// time. What is decided is held against what the rule says of the same trace (R32).
@Suite("A week of flapping")
struct FlappingWeekTests {
  /// Seconds.
  private static let week = 7 * 86_400.0
  private static let settling = 5.0

  /// Work that runs whenever it may.
  private struct Probe {
    let when: String
    /// What of the trace it asks for, and for how long each must hold before a start.
    let asked: [(input: Int, hold: Double)]
  }

  private static let probes = [
    Probe(when: "external-power", asked: [(0, settling)]),
    Probe(when: "unmetered", asked: [(1, settling)]),
    Probe(when: "idle for 10min", asked: [(2, 600)]),
    Probe(
      when: "external-power and unmetered and idle",
      asked: [(0, settling), (1, settling), (2, settling)]),
  ]

  private static func change(_ input: Int, _ isGood: Bool) -> ConditionChange {
    switch input {
    case 0: .powerSource(isGood ? .external : .battery)
    case 1: .network(isGood ? .unmetered : .metered)
    default: .flag(.idle, isGood)
    }
  }

  /// When an input changes, beginning with bad: hours of calm, and minutes in which it changes faster than
  /// anything settles, or just more slowly.
  private static func flips(_ random: inout SplitMix64) -> [Double] {
    var flips: [Double] = []
    var time = 60.0
    while time < week {
      let end = time + .random(in: 60...1200, using: &random)
      while time < end {
        flips.append(time)
        time += .random(in: 0.05...7, using: &random)
      }
      time += .random(in: 600...21_600, using: &random)
    }
    return flips
  }

  /// Starts, at even places, and stops that the rule asks for: a start while all that is asked is so and has
  /// been for its hold, a stop when one has not been so for the settling time.
  private static func expected(_ probe: Probe, _ traces: [[Double]]) -> [Double] {
    enum Step { case flips(Bool), settles(Bool), holds }
    var steps: [(time: Double, place: Int, step: Step)] = []
    for (place, asked) in probe.asked.enumerated() {
      let trace = traces[asked.input]
      for (number, time) in trace.enumerated() {
        let isGood = number % 2 == 0
        let next = number + 1 < trace.count ? trace[number + 1] : .infinity
        steps.append((time, place, .flips(isGood)))
        if time + settling < next { steps.append((time + settling, place, .settles(isGood))) }
        if isGood && time + asked.hold < next { steps.append((time + asked.hold, place, .holds)) }
      }
    }
    var seen = probe.asked.map { _ in false }
    var (settled, held) = (seen, seen)
    var decisions: [Double] = []
    for (time, place, step) in steps.sorted(by: { $0.time < $1.time }) where time < week {
      switch step {
      case .flips(let isGood):
        seen[place] = isGood
        // What must have held for longer than it settles begins anew after every loss.
        if !isGood && probe.asked[place].hold > settling { held[place] = false }
      case .settles(let isGood):
        settled[place] = isGood
        if !isGood { held[place] = false }
      case .holds: held[place] = true
      }
      let isRunning = decisions.count % 2 == 1
      let mayStart = seen.allSatisfy(\.self) && held.allSatisfy(\.self)
      if isRunning ? !settled.allSatisfy(\.self) : mayStart { decisions.append(time) }
    }
    return decisions
  }

  @Test("Nothing starts or stops but what the rule says, each at most once in its hold time")
  func week() throws {
    var random = SplitMix64(seed: 11)
    let traces = (0..<3).map { _ in Self.flips(&random) }
    var inputs = traces.enumerated().flatMap { input, trace in
      trace.enumerated().map { (time: $1, change: Self.change(input, $0 % 2 == 0)) }
    }.sorted { $0.time < $1.time }[...]
    var core = CoreHarness(
      configuration: SchedulerConfiguration.eager.with {
        $0.maximumConcurrentRuns = 10
        $0.runtimeMaximum = .days(30)
        $0.continuedStall = .days(30)
      },
      conditions: (0..<3).map { Self.change($0, false) })
    var decisions: [[Double]] = Self.probes.map { _ in [] }
    var (armed, wakeUps): (Double?, Int) = (nil, 0)

    func take(_ event: Event, at time: Double) throws {
      for directive in core.decision(on: event, at: time).directives {
        switch directive {
        case .arm(let wakeUp):
          armed = wakeUp.monotonic.map { Double($0.uSec - MonotonicTime.at(0).uSec) / 1e6 }
        case .launch(let launch):
          let number = try #require(Int(launch.task.request.identifier))
          decisions[number].append(time)
          try take(.runStarted(launch.run.id), at: time)
        case .expire(let run, _, _):
          let number = try #require(core.store.runs[run].flatMap { Int($0.identifier) })
          decisions[number].append(time)
          try take(.runEnded(run, .status(0)), at: time)
          try submit(number, at: time)
        default: break
        }
      }
    }
    func submit(_ number: Int, at time: Double) throws {
      let request = try TaskRequest.command("\(number)", Self.probes[number].when) {
        $0.kind = .continued
        $0.runtimeLimit = .days(30)
      }
      try take(.submit(request), at: time)
    }

    for number in Self.probes.indices { try submit(number, at: 30) }
    while true {
      let next = inputs.first?.time ?? Self.week
      if let point = armed, point < min(next, Self.week) {
        wakeUps += 1
        armed = nil
        try take(.timer, at: point)
      } else if let input = inputs.popFirst(), input.time < Self.week {
        try take(.conditions([input.change]), at: input.time)
      } else {
        break
      }
    }

    for (probe, found) in zip(Self.probes, decisions) {
      let expected = Self.expected(probe, traces)
      #expect(found.count == expected.count && found.count > 20, "\(probe.when)")
      for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < 1e-5, "\(probe.when)") }
      guard probe.asked.count == 1 else { continue }
      #expect(zip(found, found.dropFirst()).allSatisfy { $1 - $0 >= Self.settling })
    }
    let flips = traces.reduce(0) { $0 + $1.count }
    print("week of flapping: \(flips) changes, \(decisions.map(\.count)) decisions, \(wakeUps) wake-ups")
    #expect(flips > 20_000)
    #expect(wakeUps < flips)
  }
}
