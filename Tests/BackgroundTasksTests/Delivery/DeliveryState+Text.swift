import SchedulerAPI
import SchedulerCore
import Varlink

@testable import BackgroundTasks

// Everything that a state and an action hold, in a line: two that are told alike are alike.

extension DeliveryState {
  var text: String {
    let callers = callers.map { "caller \($0.number) of \($0.identifier) awaits \($0.awaited.text)" }
    let parts =
      ["\(phase.text) #\(attempts)"] + (identifiers.isEmpty ? [] : ["wants \(identifiers.text)"]) + callers
      + runs.parts + (application.map { ["is \($0)"] } ?? []) + (willAdd ? ["adds later"] : [])
      + (complaint.map { ["complained: \($0.text)"] } ?? [])
    return parts.joined(separator: ", ")
  }
}

extension DeliveryState.Phase {
  var text: String {
    switch self {
    case .idle, .closed: name
    case .connecting(let attempt), .registering(let attempt): "\(name) \(attempt.text)"
    case .registered(let registration):
      "\(name) \(registration.name ?? "unnamed") knows \(registration.known.sorted().text)"
    case .pausing(let pause): "\(name) \(pause.last?.uSec ?? 0)"
    }
  }

  var name: String {
    switch self {
    case .idle: "idle"
    case .connecting: "connecting"
    case .registering: "registering"
    case .registered: "registered"
    case .pausing: "pausing"
    case .closed: "closed"
    }
  }

  static let names: Set = ["idle", "connecting", "registering", "registered", "pausing", "closed"]
}

extension DeliveryState.Attempt {
  fileprivate var text: String {
    "\(identifiers.text)\(pause.last.map { " after \($0.uSec)" } ?? "")\(isHurried ? " hurried" : "")"
  }
}

extension DeliveryState.Caller.Awaited {
  fileprivate var text: String {
    switch self {
    case .call: "its call"
    case .attempt(let number): "#\(number)"
    }
  }
}

extension DeliveredRuns {
  fileprivate var parts: [String] {
    let repetition =
      switch repetition {
      case .idle: [String]()
      case .telling(let runId): ["telling \(runId)"]
      case .pausing: ["tells later"]
      }
    return stages.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value)" }
      + untold.map { "\($0.text) is untold" } + repetition
  }
}

extension DeliveredRuns.End {
  fileprivate var text: String { "\(runId)=\(success)" }
}

extension DeliveryState.Warning {
  fileprivate var text: String {
    switch self {
    case .notRegistered(let identifier, let error): "\(identifier) \(error.shortName)"
    case .refused(let identifiers, let error): "\(identifiers.text) \(error.name)"
    case .garbled(let message): "garbled \(message)"
    }
  }
}

extension DeliveryState.Action {
  var text: String {
    switch self {
    case .connect: "connect"
    case .register(let identifiers, let runs):
      "register \(identifiers.text)\(runs.isEmpty ? "" : " with \(runs.text)")"
    case .add(let identifier, let name): "add \(identifier) to \(name)"
    case .resume: "resume"
    case .launch(let launch): "launch \(launch.runId)"
    case .expire(let expire): "expire \(expire.runId)"
    case .tell(let end): "tell \(end.text)"
    case .answer(let caller, let isRegistered): "answer \(caller) \(isRegistered)"
    case .later(let input, let length): "later \(input.name) \(length.uSec)"
    case .warn(let warning): "warn \(warning.text)"
    case .disconnect: "disconnect"
    }
  }
}

extension DeliveryState.Input {
  var name: String {
    switch self {
    case .register: "register"
    case .gaveUp: "gaveUp"
    case .unregister: "unregister"
    case .added: "added"
    case .notAdded: "notAdded"
    case .connected: "connected"
    case .received: "received"
    case .refused: "refused"
    case .garbled: "garbled"
    case .lost: "lost"
    case .pauseOver: "pauseOver"
    case .addAgain: "addAgain"
    case .resumed: "resumed"
    case .tellAgain: "tellAgain"
    case .completed: "completed"
    case .told: "told"
    case .notTold: "notTold"
    case .close: "close"
    }
  }

  static let names: Set = [
    "register", "gaveUp", "unregister", "added", "notAdded", "connected", "received", "refused", "garbled",
    "lost", "pauseOver", "addAgain", "resumed", "tellAgain", "completed", "told", "notTold", "close",
  ]
}

extension [String] {
  fileprivate var text: String { joined(separator: " ") }
}
