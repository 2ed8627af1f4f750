import SchedulerAPI
import SchedulerCore
import Varlink

/// Assertions, each on a connection that lasts as long as the assertion.
extension Shell {
  func beginAssertion(
    _ parameters: SchedulerMethod.BeginAssertion.Parameters, _ id: CallID, _ caller: Caller
  ) throws(SchedulerInterfaceError) {
    let pid = server.peerProcess(of: id)
    let assertion = try parameters.assertion(
      of: caller.uid, on: id.connection, pid: pid, process: pid.flatMap { programs.process(of: $0) },
      at: now().wall)
    applications.insert(id.session)
    take(.beginAssertion(assertion), id, caller)
  }

  /// Confirms an assertion. Notices to end it follow on this connection.
  func began(_ id: CallID, remaining: TimeSpan?, grace: TimeSpan, _ reason: Reason?) {
    guard server.beginStream(id, isWatching: false) else { return }
    holders[id.connection] = id
    send(
      .init(
        remainingDurationUSec: remaining?.uSec, graceDurationUSec: grace.uSec,
        reason: reason.map { Wire.Reason($0) }, isWaitedFor: isWaitedFor ? nil : false), to: id)
  }

  /// Tells the caller that its assertion's time is over.
  func warnAssertion(_ connection: ConnectionID, _ reason: Reason, grace: TimeSpan) {
    guard let call = holders[connection] else { return }
    send(
      .init(remainingDurationUSec: 0, graceDurationUSec: grace.uSec, reason: Wire.Reason(reason)), to: call)
  }

  /// Tells the caller that its assertion need not end for the machine's sake any more.
  func relieveAssertion(_ connection: ConnectionID, remaining: TimeSpan?, grace: TimeSpan) {
    guard let call = holders[connection] else { return }
    send(.init(remainingDurationUSec: remaining?.uSec, graceDurationUSec: grace.uSec), to: call)
  }

  /// Closes the connection of a caller that has not ended its assertion.
  func dropAssertion(_ connection: ConnectionID) {
    if let call = holders[connection] { server.drop(call) }
  }

  func listAssertions(
    _ parameters: SchedulerMethod.ListAssertions.Parameters, _ id: CallID, _ caller: Caller
  ) throws(SchedulerInterfaceError) {
    let uid = try visibleUser(caller, allUsers: parameters.allUsers)
    look { scheduler, moment in
      let assertions = scheduler.assertions(of: uid, at: moment).map(Wire.Assertion.init)
      return { shell in
        shell.server.reply(
          id, Message.reply(SchedulerMethod.ListAssertions.Reply(assertions: assertions)))
      }
    }
  }

  private func send(_ reply: SchedulerMethod.BeginAssertion.Reply, to call: CallID) {
    server.reply(call, Message.reply(reply, continues: true), continues: true)
  }
}
