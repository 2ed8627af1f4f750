import SchedulerAPI
import SchedulerCore
import Varlink

/// Pauses, by which callers keep work from starting.
extension Shell {
  func pause(
    _ parameters: SchedulerMethod.Pause.Parameters, _ id: CallID, _ caller: Caller
  ) throws(SchedulerInterfaceError) {
    let until = parameters.untilUSec.map(WallTime.init)
    take(
      .pause(try parameters.scope(for: caller), until: until, stops: parameters.stop ?? false), id, caller)
  }

  func listPauses(
    _ parameters: SchedulerMethod.ListPauses.Parameters, _ id: CallID, _ caller: Caller
  ) throws(SchedulerInterfaceError) {
    let uid = try visibleUser(caller, allUsers: parameters.allUsers)
    look { scheduler, _ in
      let pauses = scheduler.pauses(of: uid).map(Wire.PausedWork.init)
      return { $0.server.reply(id, Message.reply(SchedulerMethod.ListPauses.Reply(pauses: pauses))) }
    }
  }
}
