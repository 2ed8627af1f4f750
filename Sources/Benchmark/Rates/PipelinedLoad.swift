import LinuxSystem
import SchedulerAPI
import Varlink

/// One client that sends many submissions before it reads their acknowledgements.
struct PipelinedLoad: Load {
  let title: String
  let name: String
  private let client: SchedulerClient
  private let depth: Int
  private var requests = Requests("pipelined")

  init(_ client: SchedulerClient, depth: Int) {
    self.client = client
    self.depth = depth
    title = "submit, one client, pipelined by \(depth)"
    name = "submitPipelined\(depth)"
  }

  mutating func run(forUSec length: Int64) throws -> Rate {
    let began = SystemClock.monotonicUSec
    var rate = Rate()
    while rate.uSec < length {
      for _ in 0..<depth {
        try client.connection.send(SchedulerMethod.Submit.self, .init(request: requests.next()))
      }
      for _ in 0..<depth { _ = try client.connection.receive(SchedulerMethod.Submit.self) }
      rate.operations += depth
      rate.uSec = SystemClock.monotonicUSec - began
    }
    return rate
  }
}
