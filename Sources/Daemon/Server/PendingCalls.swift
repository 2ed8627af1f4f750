import SchedulerAPI
import SchedulerCore

/// A call that the scheduler has not answered yet.
struct PendingCall {
  /// The call that the reply goes to.
  var id: CallID
  /// Whether the call, once accepted, makes its connection an application's.
  var makesApplication = false
  /// The errors of a batch's requests; `nil` for a request that went to the scheduler.
  var errors: [SchedulerInterfaceError?] = []
}

/// The calls that the scheduler has not answered yet, by reply token. Confined to the daemon's queue.
final class PendingCalls {
  private var waiting: [ReplyToken: PendingCall] = [:]
  private var nextToken: UInt64 = 1

  func add(_ call: PendingCall) -> ReplyToken {
    let token = ReplyToken(nextToken)
    nextToken += 1
    waiting[token] = call
    return token
  }

  func remove(_ token: ReplyToken) -> PendingCall? { waiting.removeValue(forKey: token) }
}
