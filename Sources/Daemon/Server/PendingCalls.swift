import SchedulerCore

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
