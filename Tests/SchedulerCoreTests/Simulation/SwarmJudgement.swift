@testable import SchedulerCore

/// The judgement in some lives: of all work, of kinds and of requests. It has a generator of its own, so that
/// lives without it are as they were before there was any.
struct SwarmJudgement {
  private var random: SeededGenerator
  private let isUsed: Bool

  init(seed: UInt64, isUsed: Bool) { (random, self.isUsed) = (SeededGenerator(seed: seed), isUsed) }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func length(upTo seconds: Int64) -> TimeSpan {
    .seconds(Int64.random(in: 0...seconds, using: &random))
  }

  mutating func speak(of request: inout TaskRequest) {
    guard isUsed else { return }
    if chance(30) { request.judgement = Judgement.allCases.randomElement(using: &random) }
    if chance(50) { request.expectedDuration = length(upTo: chance(50) ? 60 : 40_000) }
    if chance(20) { request.canResume = true }
  }

  mutating func speak(of configuration: inout SchedulerConfiguration) {
    guard isUsed else { return }
    configuration.judgement = [nil, .eager, .patient].randomElement(using: &random) ?? nil
    configuration.judgementOfKind = chance(20) ? [.refresh: .patient, .processing: .eager] : [:]
    configuration.lapse = chance(50) ? length(upTo: 60) : .zero
  }
}
