import SchedulerAPI
import SchedulerCore
import Varlink

/// Callers wait for conditions without a task. A connection has one call of the kind, and gives it its name.
extension Shell {
  func waitFor(_ inquiry: Inquiry, _ id: CallID, wantsMore: Bool) {
    guard wantsMore else {
      return look { scheduler, moment in
        let answer = scheduler.answer(to: inquiry, at: moment)
        return { $0.server.reply(id, Message.reply(SchedulerMethod.WaitFor.Reply(answer))) }
      }
    }
    guard server.beginStream(id, isWatching: true) else { return }
    inquiries[id.session] = id
    take(.inquired(InquiryID(id.session.value), inquiry))
  }

  /// Tells whoever asked how it stands; that it holds is the last reply.
  func answer(_ inquiry: InquiryID, _ answer: InquiryAnswer) {
    let session = SessionID(value: inquiry.value)
    guard let call = inquiries[session] else { return }
    if answer.holds { inquiries[session] = nil }
    let message = Message.reply(SchedulerMethod.WaitFor.Reply(answer), continues: !answer.holds)
    server.reply(call, message, continues: !answer.holds)
  }

  /// A connection is gone: nobody waits there any more.
  func forgetInquiry(of session: SessionID) {
    guard inquiries.removeValue(forKey: session) != nil else { return }
    take(.inquiryOver(InquiryID(session.value)))
  }
}
