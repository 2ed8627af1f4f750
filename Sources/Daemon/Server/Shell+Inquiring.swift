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
    look { scheduler, _ in
      let listing = WaitingListing(waiters: scheduler.inquirers(of: uid))
      return { $0.server.readInTurn(.waiting(listing), for: id) }
    }
  }

  /// Puts more of those who wait on the page, and answers after the last.
  func read(moreOf listing: WaitingListing, _ id: CallID, _ turn: ReadTurn) {
    var listing = listing
    let moment = now()
    for waiter in listing.waiters.prefix(Self.waitersAtOnce) {
      if let waiting = scheduler.waiting(on: waiter, at: moment) {
        listing.page.append(Wire.Waiting(waiting))
      }
    }
    listing.waiters = listing.waiters.dropFirst(Self.waitersAtOnce)
    server.end(turn)
    guard listing.waiters.isEmpty else { return server.readInTurn(.waiting(listing), for: id) }
    server.reply(id, listing.page.message(cursor: nil, continues: false))
  }

  /// The most who are listed before others have their turn: each may wait for many conditions.
  private static let waitersAtOnce = 8
}

/// A list of those who wait for conditions that is being answered.
struct WaitingListing: Sendable {
  /// The connections that are not listed yet.
  var waiters: ArraySlice<ConnectionID>
  var page = ReplyPage("waiting")

  init(waiters: [ConnectionID]) { self.waiters = waiters[...] }
}
