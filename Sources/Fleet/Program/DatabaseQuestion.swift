import Dispatch
import FleetCore
import FleetDatabase
import LinuxSystem
import SchedulerCore

/// One question of a command line to the database. The question is repeated, after pauses, while the database
/// takes it back because of others at work there. Confined to its queue.
final class DatabaseQuestion {
  /// A function that has a connection answer the question once.
  typealias Body = (DatabaseConnection, _ completion: @escaping (Result<String, DatabaseFailure>) -> Void) ->
    Void

  private let queue: DispatchQueue
  private let connection: DatabaseConnection
  private let body: Body
  private var repetition: Repetition
  private var pause: Countdown?

  /// - Parameter repetition: The repetitions that are left.
  init(
    queue: DispatchQueue, parameters: String, _ repetition: Repetition, _ body: @escaping Body
  ) {
    (self.queue, self.repetition, self.body) = (queue, repetition, body)
    connection = DatabaseConnection(queue: queue, parameters: parameters)
  }

  /// Asks until there is an answer that counts.
  /// - Parameter completion: Called once, on the queue.
  func ask(_ completion: @escaping (Result<String, DatabaseFailure>) -> Void) {
    body(connection) { [self] answer in
      guard case .failure(.again) = answer, let length = repetition.next() else { return completion(answer) }
      pause = Countdown(uSec: length.uSec, queue: queue) { [self] in ask(completion) }
    }
  }

  /// The repetitions of a question, with the pauses before them.
  struct Repetition {
    /// The number of repetitions of a call, which last about three seconds in all.
    static let ofCall = 8

    private var left: Int
    private var pause = GrowingPause(first: .milliseconds(20), longest: .seconds(1))
    private var random: SeededGenerator

    init(_ count: Int, seed: UInt64) { (left, random) = (count, SeededGenerator(seed: seed)) }

    /// Returns the pause before the next repetition, or `nil` when none is left. Chance keeps callers apart
    /// that have collided once.
    mutating func next() -> TimeSpan? {
      guard left > 0 else { return nil }
      left -= 1
      return pause.next(&random)
    }
  }
}
