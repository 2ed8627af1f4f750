import LinuxSystem
import SchedulerAPI

/// One client that submits many requests with one call (`SubmitBatch`).
struct BatchLoad: Load {
  let title: String
  let name: String
  private let client: SchedulerClient
  private let size: Int
  private var requests: Requests

  init(_ client: SchedulerClient, size: Int) {
    self.client = client
    self.size = size
    title = "submit, one client, batches of \(size)"
    name = "submitBatch\(size)"
    requests = Requests("batch.\(size)")
  }

  mutating func run(forUSec length: Int64) throws -> Rate {
    let began = SystemClock.monotonicUSec
    var rate = Rate()
    while rate.uSec < length {
      let results = try client.submitBatch(requests.next(size))
      if let refused = results.first(where: { $0.task == nil }) {
        throw BenchmarkError.daemon(
          "a request was refused: \(refused.message ?? refused.error ?? "no reason")")
      }
      rate.operations += results.count
      rate.uSec = SystemClock.monotonicUSec - began
    }
    return rate
  }
}
