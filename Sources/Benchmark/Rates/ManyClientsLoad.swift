import Dispatch
import LinuxSystem
import SchedulerAPI

/// Several clients, each on a thread and a connection of its own, each one at a time.
struct ManyClientsLoad: Load {
  let title: String
  let name: String
  private let lanes: [Lane]

  init(_ clients: [SchedulerClient]) {
    title = "submit, \(clients.count) clients, each one at a time"
    name = "submit\(clients.count)Clients"
    lanes = clients.enumerated().map { Lane(SingleLoad($1, name: "many.\($0)"), number: $0) }
  }

  mutating func run(forUSec length: Int64) throws -> Rate {
    let group = DispatchGroup()
    let began = SystemClock.monotonicUSec
    for lane in lanes { lane.run(forUSec: length, in: group) }
    group.wait()
    let took = SystemClock.monotonicUSec - began
    return Rate(operations: try lanes.reduce(0) { try $0 + $1.operations() }, uSec: took)
  }

  /// One of the clients. What it has is its queue's while it runs, and nobody else's afterwards.
  private final class Lane: @unchecked Sendable {
    private let queue: DispatchQueue
    private var load: SingleLoad
    private var result: Result<Rate, any Error> = .success(Rate())

    init(_ load: SingleLoad, number: Int) {
      self.load = load
      queue = DispatchQueue(label: "io.bgtaskd.bench.\(number)")
    }

    func run(forUSec length: Int64, in group: DispatchGroup) {
      queue.async(group: group) { [self] in result = Result { try load.run(forUSec: length) } }
    }

    func operations() throws -> Int { try result.get().operations }
  }
}
