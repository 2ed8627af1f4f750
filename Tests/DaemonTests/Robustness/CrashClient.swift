import LinuxSystem
import SchedulerAPI
import TestSupport
import Varlink

/// One of the clients that submit and cancel while the daemon is killed.
struct CrashClient: Sendable {
  /// How it talks.
  enum Manner: Int, CaseIterable, Sendable {
    case oneAtATime
    case pipelined
    case batches
  }

  /// How many tasks a client submits in a round, unless the kill comes first.
  static let tasks = 16

  /// Begins the identifiers of its tasks.
  let name: String
  let manner: Manner
  let socket: String
  /// The file in which programs note their runs.
  let notes: String
  let ledger: CrashLedger
  var random: SplitMix64
  private(set) var count = 0

  /// Submits until it has submitted enough or the daemon is gone.
  mutating func run() {
    do {
      let client = try SchedulerClient(path: socket, timeLimit: .seconds(20))
      while count < Self.tasks {
        let accepted = try submit(client)
        if Int.random(in: 0..<3, using: &random) == 0, let identifier = accepted.randomElement(using: &random)
        {
          try cancel(identifier, client)
        }
      }
    } catch {
      ledger.stopped(name, error)
    }
  }

  /// Submits one or some, as is its manner.
  private mutating func submit(_ client: SchedulerClient) throws -> [String] {
    switch manner {
    case .oneAtATime:
      let request = nextRequest()
      ledger.accept(try client.submit(request))
      return [request.identifier]
    case .pipelined:
      let requests = nextRequests()
      for request in requests {
        try client.connection.send(SchedulerMethod.Submit.self, .init(request: request))
      }
      for _ in requests {
        ledger.accept(try client.connection.receive(SchedulerMethod.Submit.self).task)
      }
      return requests.map(\.identifier)
    case .batches:
      let requests = nextRequests()
      for result in try client.submitBatch(requests) {
        guard let task = result.task else {
          throw ClientError.protocolViolation(message: "a request of the batch was refused: \(result)")
        }
        ledger.accept(task)
      }
      return requests.map(\.identifier)
    }
  }

  private func cancel(_ identifier: String, _ client: SchedulerClient) throws {
    ledger.willCancel(identifier)
    do {
      try client.cancel(identifier)
    } catch SchedulerInterfaceError.noSuchTask {
      // It ended first.
      return
    }
    ledger.didCancel(identifier)
  }

  private mutating func nextRequests() -> [Wire.TaskRequest] {
    let wanted = min(Int.random(in: 2...8, using: &random), Self.tasks - count)
    return (0..<wanted).map { _ in nextRequest() }
  }

  private mutating func nextRequest() -> Wire.TaskRequest {
    // Repeating ones are rarer: each of them is many runs.
    let shapes: [CrashShape] = [
      .short, .short, .short, .noting, .noting, .noting, .slow, .slow, .retrying, .repeating, .future,
      .future,
    ]
    count += 1
    let shape = shapes[Int.random(in: 0..<shapes.count, using: &random)]
    return shape.request("\(name).\(count)", notes: notes, nowUSec: SystemClock.wallUSec)
  }
}
