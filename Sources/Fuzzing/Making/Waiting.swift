import Dispatch
import Synchronization
import TaskStore

/// Waiting for the answers that the store gives on its queue.
enum Waiting {
  private final class Answer<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, StoreError>?>(nil)
  }

  static func value<Value: Sendable>(
    _ ask: (@escaping TaskStore.Completion<Value>) -> Void
  ) throws(StoreError) -> Value {
    let answer = Answer<Value>()
    let isThere = DispatchSemaphore(value: 0)
    ask { result in
      answer.result.withLock { $0 = result }
      isThere.signal()
    }
    isThere.wait()
    guard let result = answer.result.withLock({ $0 }) else {
      fatalError("broken: a completion is called once")
    }
    return try result.get()
  }
}
