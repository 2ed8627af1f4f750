import SchedulerAPI
import SchedulerCore
import Varlink

/// Waits for conditions without a task, one on a connection.
extension Shell {
  func waitFor(_ inquiry: Inquiry, _ id: CallID, wantsMore: Bool) {
    guard wantsMore else {
      return look { scheduler, moment in
        let answer = scheduler.answer(to: inquiry, at: moment)
        return { $0.server.reply(id, Message.reply(SchedulerMethod.WaitFor.Reply(answer))) }
      }
    }
    guard server.beginStream(id, isWatching: true) else { return }
    inquiries[id.connection] = id
    take(.inquired(id.connection, inquiry))
  }

  /// Tells the caller whether the expression holds; the reply that it does is the last.
  func answer(_ connection: ConnectionID, _ answer: InquiryAnswer) {
    guard let call = inquiries[connection] else { return }
    if answer.holds { inquiries[connection] = nil }
    let message = Message.reply(SchedulerMethod.WaitFor.Reply(answer), continues: !answer.holds)
    server.reply(call, message, continues: !answer.holds)
  }

  func listWaiting(
    _ parameters: SchedulerMethod.ListWaiting.Parameters, _ id: CallID, _ caller: Caller
  ) throws(SchedulerInterfaceError) {
    let uid = try visibleUser(caller, allUsers: parameters.allUsers)
    look { scheduler, moment in
      let waiting = scheduler.waiting(of: uid, at: moment).map(Wire.Waiting.init)
      return { $0.server.reply(id, Message.reply(SchedulerMethod.ListWaiting.Reply(waiting: waiting))) }
    }
  }
}
