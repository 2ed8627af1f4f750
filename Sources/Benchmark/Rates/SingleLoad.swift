import LinuxSystem
import SchedulerAPI

/// One client that submits, waits for the acknowledgement, and submits again.
struct SingleLoad: Load {
  let title = "submit, one client, one at a time"
  let name = "submitOneAtATime"
  private let client: SchedulerClient
  private var requests: Requests

  init(_ client: SchedulerClient, name: String = "single") {
    self.client = client
    requests = Requests(name)
  }

  mutating func run(forUSec length: Int64) throws -> Rate {
    let began = SystemClock.monotonicUSec
    var rate = Rate()
    while rate.uSec < length {
      _ = try client.submit(requests.next())
      rate.operations += 1
      rate.uSec = SystemClock.monotonicUSec - began
    }
    return rate
  }
}
