import SchedulerCore
import TestSupport
import Testing

@testable import Daemon
@testable import SchedulerCore

@Suite("The way of events through decision and disk")
struct PipelineTests {
  private static let now = Moment(
    wall: WallTime(uSec: 1_700_000_000_000_000), monotonic: MonotonicTime(uSec: 5_000_000))

  /// One that has started.
  private func pipeline() -> EventPipeline<Void> {
    var configuration = SchedulerConfiguration()
    configuration.settling = .zero
    var pipeline = EventPipeline<Void>(Scheduler(configuration: configuration, seed: 1)) { _ in [] }
    pipeline.take(.event(.started(sameBoot: true, surviving: [], ended: [:], declared: .unread)))
    _ = pipeline.decide(at: Self.now, stateRoom: { nil })
    return pipeline
  }

  private func reports(_ action: EventPipeline<Void>.Action?) -> [Occurrence] {
    guard case .carryOut(let batch, _)? = action else { return [] }
    return batch.steps.compactMap {
      if case .directive(.report(let occurrence)) = $0 { occurrence } else { nil }
    }
  }

  @Test("What the machine says again and again before anything is decided is one event: what is so then")
  func conditions() {
    var pipeline = pipeline()
    for number in 0..<10_001 {
      pipeline.take(.event(.conditions([.powerSource(number.isMultiple(of: 2) ? .battery : .external)])))
      pipeline.take(.event(.conditions([.batteryPercent(number % 101)])))
    }
    let reports = reports(pipeline.decide(at: Self.now, stateRoom: { nil }))
    #expect(reports.count == 1)
    let conditions = pipeline.scheduler.volatile.machine.current
    #expect(conditions.powerSource == .battery && conditions.batteryPercent == 10_000 % 101)
    #expect(!pipeline.isReady)
  }

  @Test("What takes long is decided in turns, in its order, and nothing of it is lost or done twice")
  func turns() {
    final class Seen: @unchecked Sendable { var numbers: [Int] = [] }
    let seen = Seen()
    var pipeline = pipeline()
    for number in 1...5 { pipeline.take(.look { _, _ in seen.numbers.append(number) }) }
    var looks = 0
    func isEnough() -> Bool {
      looks += 1
      return looks.isMultiple(of: 2)
    }
    _ = pipeline.decide(at: Self.now, stateRoom: { nil }, isEnough: isEnough)
    #expect(seen.numbers == [1, 2] && pipeline.isReady)
    pipeline.take(.look { _, _ in seen.numbers.append(6) })
    _ = pipeline.decide(at: Self.now, stateRoom: { nil }, isEnough: { true })
    #expect(seen.numbers == [1, 2, 3] && pipeline.isReady)
    _ = pipeline.decide(at: Self.now, stateRoom: { nil })
    #expect(seen.numbers == [1, 2, 3, 4, 5, 6] && !pipeline.isReady)
  }

  @Test("Work that is left over and items that come are decided by turns, in batches of their own")
  func rest() {
    final class Seen: @unchecked Sendable { var numbers: [Int] = [] }
    let seen = Seen()
    var pipeline = pipeline()
    func events() -> Int { pipeline.scheduler.volatile.counters.events }
    let before = events()
    for number in 1...2 {
      pipeline.take(.event(.goOn))
      pipeline.take(.look { _, _ in seen.numbers.append(number) })
    }
    _ = pipeline.decide(at: Self.now, stateRoom: { nil })
    #expect(events() == before + 1 && seen.numbers.isEmpty && pipeline.isBehind)
    pipeline.take(.event(.goOn))
    _ = pipeline.decide(at: Self.now, stateRoom: { nil })
    #expect(events() == before + 1 && seen.numbers == [1, 2] && !pipeline.isBehind && pipeline.isReady)
    _ = pipeline.decide(at: Self.now, stateRoom: { nil })
    #expect(events() == before + 2 && !pipeline.isReady)
  }

  @Test("A request is decided with the look at the disk's room, however long all takes that has piled up")
  func requests() {
    var pipeline = pipeline()
    pipeline.take(
      .event(
        .call(
          .submitBatch([]), caller: Caller(uid: 1000, isPrivileged: false), token: ReplyToken(1))))
    let action = pipeline.decide(at: Self.now, stateRoom: { nil }, isEnough: { true })
    var steps: [Batch<Void>.Step] = []
    if case .carryOut(let batch, _)? = action { steps = batch.steps }
    let isAnswered = steps.contains { if case .directive(.reply) = $0 { true } else { false } }
    let isLeft = pipeline.isReady
    #expect(isAnswered && !isLeft)
  }

  @Test("What somebody looks at between two changes is what was so between them")
  func looks() {
    final class Seen: @unchecked Sendable { var sources: [PowerSource] = [] }
    let seen = Seen()
    var pipeline = pipeline()
    for source in [PowerSource.battery, .external] {
      pipeline.take(.event(.conditions([.powerSource(source)])))
      pipeline.take(
        .look { scheduler, _ in seen.sources.append(scheduler.volatile.machine.current.powerSource) })
    }
    _ = pipeline.decide(at: Self.now, stateRoom: { nil })
    #expect(seen.sources == [.battery, .external])
  }
}
