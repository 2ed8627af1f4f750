import FleetAPI
import Varlink

enum FleetWatchVerb {
  static let specification = VerbSpecification(
    name: "watch", group: .past, summary: "Follow what happens in the fleet from now on, until interrupted",
    operandUsage: "[ID]…", operands: .words(0...100, .fleetTasks),
    options: [.value("limit", "N", "Exit after so many events", short: "n"), FleetOptions.user],
    notes: [
      "Events of machines are shown as well, unless tasks are named. Where the fleet sends no hints",
      "(NOTIFY), events come every 20 seconds.",
    ],
    examples: ["watch", "watch org.example.update --json"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    var left = try invocation.integer("limit", in: 1...1_000_000_000) ?? .max
    let (names, console) = (invocation.line.operands, invocation.console)
    try invocation.refuseDaemonOptions()
    let link = try invocation.context.fleetLink("events_1")
    var following = FleetFollowing()
    while true {
      let now = invocation.context.monotonic()
      let limit: Int64?
      switch following.next(at: now) {
      case .ask(let since, let after):
        try link.send(
          FleetMethod.Events.Parameters(
            identifiers: names.isEmpty ? nil : names, user: invocation.line.value("of-user"),
            sinceUSec: since, after: after
          ).json)
        continue
      case .wait(let uSec): limit = uSec
      }
      switch try link.receive(within: limit.map { .microseconds($0) }) {
      case nil: break
      case .hint?: following.hinted()
      case .away(let cause)?:
        guard following.failed(at: invocation.context.monotonic()) else { break }
        tell("the fleet's database does not answer and is asked again: \(SafeText.inline(cause))", console)
      case .answer(let json)?:
        let wasAway = following.isAway
        let (events, gone) = following.take(try page(json), at: invocation.context.monotonic())
        if wasAway { tell("the fleet's database answers again", console) }
        if let gone {
          tell("the database has no events any more until \(invocation.shortDate(gone))", console)
        }
        for event in events {
          if !invocation.wroteJSON(event.json) { console.print(line(event, on: invocation)) }
          left -= 1
          if left == 0 { return .success }
        }
        // Written at once, because a reader waits for these lines.
        if let failure = console.finish() { throw failure }
      }
    }
  }

  private static func page(_ json: [UInt8]) throws(Failure) -> FleetMethod.Events.Reply {
    do throws(InvalidValue) {
      return try FleetMethod.Events.Reply(json: json)
    } catch {
      throw .unreadableReply(error)
    }
  }

  private static func tell(_ sentence: String, _ console: Console) {
    console.printError("bgtaskctl: \(sentence)\n")
  }

  private static func line(_ event: FleetWire.Event, on invocation: Invocation) -> String {
    let name = event.task == nil ? event.machine : event.identifier ?? event.task.map { String($0) }
    return EventLine(
      timeUSec: event.timeUSec, event: event.event, style: style(event), name: name ?? "",
      details: details(event)
    ).text(on: invocation)
  }

  private static func style(_ event: FleetWire.Event) -> Style {
    switch event.event {
    case "ended", "corrected": event.end.style
    case "returned", "cancelled", "restarted": .yellow
    case "lost": .red
    default: .cyan
    }
  }

  private static func details(_ event: FleetWire.Event) -> String {
    let machine = event.machine ?? "no machine"
    switch (event.event, event.code) {
    case ("submitted", _):
      return "\(event.mode ?? "") in the group \(event.group ?? "") by \(event.user ?? "")"
    case ("granted", _):
      let attempt = event.attempt ?? 1
      return "to \(machine)" + (attempt > 1 ? ", attempt \(attempt)" : "")
    case ("begun", _): return "on \(machine)"
    case ("returned", "conditions"): return "by \(machine), which cannot do it now"
    case ("returned", "refused"): return "by \(machine), which refuses it"
    case ("returned", _): return "from \(machine), which was lost or has forgotten it"
    case ("cancelled", _): return "\(machine) is told to stop"
    case ("ended", _), ("corrected", _):
      let place = event.machine.map { " on \($0)" } ?? ""
      return event.end.result + place + (event.message.map { ": \($0)" } ?? "")
    case ("joined", _): return "takes part"
    case ("restarted", _): return "its agent has started again"
    case ("lost", _): return "not seen; its work is given to others"
    case ("left", _): return "takes part no more"
    case ("forgotten", _): return "was removed"
    default: return event.message ?? ""
    }
  }
}

extension FleetWire.Event {
  /// The end that an event of that kind is about.
  fileprivate var end: FleetWire.End {
    FleetWire.End(
      occurrence: occurrence ?? 0, task: task ?? 0, key: "", outcome: outcome ?? "", success: success,
      exitStatus: exitStatus, signal: signal, recordedUSec: timeUSec)
  }
}
