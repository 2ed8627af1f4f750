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
  /// What was submitted, in order, without what was wrong.
  var requests: [Wire.TaskRequest] = []
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

extension PendingCall {
  /// What was submitted with this call, by the task that became of it. A task that was kept (`onConflict`)
  /// became of another call's request, which is not known here.
  func requests(of results: [Result<TaskSnapshot, SchedulerError>]) -> [TaskID: Wire.TaskRequest] {
    var known: [TaskID: Wire.TaskRequest] = [:]
    known.reserveCapacity(results.count)
    for (request, result) in zip(requests, results) where request.onConflict != .keep {
      if case .success(let snapshot) = result { known[snapshot.task.id] = request }
    }
    return known
  }
}
