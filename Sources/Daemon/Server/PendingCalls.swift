import SchedulerAPI
import SchedulerCore

/// A call that the scheduler has not answered yet.
struct PendingCall {
  /// Where the reply goes.
  var id: CallID
  /// When it is accepted, its connection is an application's.
  var makesApplication = false
  /// Of a batch: what was wrong with each request; nil for those that went to the scheduler.
  var errors: [SchedulerInterfaceError?] = []
}

/// The calls that the scheduler has not answered yet, by what it knows them by. It is confined to the
/// daemon's queue.
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
