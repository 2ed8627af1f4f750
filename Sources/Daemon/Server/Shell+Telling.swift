import LinuxSystem
import SchedulerAPI
import SchedulerCore
import Varlink

extension Shell {
  /// So many replies are sent before others on the queue have their turn.
  private static let repliesAtOnce = 256

  /// Has those who watch told what happened, soon: a batch in which much happens does not hold up everything
  /// else.
  /// - Parameter payloads: That of the task that it happened to is among them, where the store gave it.
  func tellWatchers(_ occurrence: Occurrence, _ payloads: FoundPayloads) {
    guard !watchers.isEmpty else { return }
    var news = Watchers.News(
      occurrence: occurrence, timeUSec: SystemClock.wallUSec, ofConditions: [],
      ofEvents: watchers.ofEvents(about: occurrence.subject))
    if case .conditions = occurrence { news.ofConditions = watchers.ofConditions }
    guard !news.ofEvents.isEmpty || !news.ofConditions.isEmpty else { return }
    news.stored = occurrence.waitingTask.flatMap { payloads[$0.id] }
    guard watchers.append(news) else {
      for call in news.ofEvents + news.ofConditions { server.dropReader(of: call) }
      return
    }
    guard !watchers.isTelling else { return }
    watchers.isTelling = true
    later { $0.tellSome() }
  }

  private func tellSome() {
    watchers.isTelling = false
    var count = 0
    while count < Self.repliesAtOnce {
      guard let news = watchers.next() else { return }
      tell(news)
      count += news.ofEvents.count + news.ofConditions.count
    }
    watchers.isTelling = true
    later { $0.tellSome() }
  }

  /// Tells what was not told yet, before the daemon ends.
  func tellAll() {
    while let news = watchers.next() { tell(news) }
  }

  private func tell(_ news: Watchers.News) {
    if case .conditions(let snapshot) = news.occurrence, !news.ofConditions.isEmpty {
      let reply = SchedulerMethod.GetConditions.Reply(conditions: Wire.Conditions(snapshot))
      send(Message.reply(reply, continues: true), to: news.ofConditions)
    }
    guard !news.ofEvents.isEmpty else { return }
    send(Message.reply(event(news), continues: true), to: news.ofEvents)
  }

  private func send(_ message: [UInt8], to calls: [CallID]) {
    for call in calls { server.reply(call, message, continues: true) }
  }

  private func event(_ news: Watchers.News) -> SchedulerMethod.Watch.Reply {
    let occurrence = news.occurrence
    var reply = SchedulerMethod.Watch.Reply(event: occurrence.name, timeUSec: news.timeUSec)
    switch occurrence {
    case .submitted(let snapshot, _, let reasons): reply.task = task(snapshot, reasons.first, news)
    case .cancelled(let task): reply.task = self.task(TaskSnapshot(task: task, state: .waiting), nil, news)
    case .withdrawn(let task, let file):
      reply.task = self.task(TaskSnapshot(task: task, state: .waiting, declaredIn: file), nil, news)
    case .damaged(let task, let reason):
      reply.task = Wire.Task(TaskSnapshot(task: task, state: .waiting), reason: reason)
    case .held(let task, let reasons), .overdue(let task, let reasons):
      reply.task = self.task(TaskSnapshot(task: task, state: .waiting), reasons.first, news)
    case .launching(let run, _), .running(let run), .progress(let run), .frozen(let run, _, _),
      .thawed(let run), .expiring(let run, _), .killing(let run), .ended(let run, _), .gaveUp(let run, _),
      .completedTwice(let run):
      reply.run = Wire.Run(run)
    case .conditions(let snapshot): reply.conditions = Wire.Conditions(snapshot)
    case .declarationRefused, .applicationFailing, .applicationRecovered, .departing, .departureOver,
      .storeFailed, .storeRecovered:
      break
    }
    return reply
  }

  /// A task with its whole request, which is there unless the disk takes nothing.
  private func task(_ snapshot: TaskSnapshot, _ reason: Reason?, _ news: Watchers.News) -> Wire.Task {
    guard let stored = news.stored else { return Wire.Task(snapshot, reason: reason) }
    return Wire.Task(snapshot, stored: stored, reason: reason)
  }
}

extension Occurrence {
  /// The name of the event for those who watch.
  var name: String {
    switch self {
    case .submitted(_, let replaced, _): replaced ? "replaced" : "submitted"
    case .cancelled: "cancelled"
    case .withdrawn: "withdrawn"
    case .declarationRefused: "declarationRefused"
    case .launching: "launching"
    case .running: "running"
    case .progress: "progress"
    case .frozen: "frozen"
    case .thawed: "thawed"
    case .expiring: "expiring"
    case .killing: "killing"
    case .ended: "ended"
    case .applicationFailing: "applicationFailing"
    case .applicationRecovered: "applicationRecovered"
    case .gaveUp: "gaveUp"
    case .damaged: "damaged"
    case .held: "held"
    case .overdue: "overdue"
    case .completedTwice: "completedTwice"
    case .conditions: "conditions"
    case .departing: "departing"
    case .departureOver: "departureOver"
    case .storeFailed: "storeFailed"
    case .storeRecovered: "storeRecovered"
    }
  }

  /// The task that it is about, where those who watch are told its request.
  var waitingTask: ScheduledTask? {
    switch self {
    case .submitted(let snapshot, _, _): snapshot.task
    case .cancelled(let task), .withdrawn(let task, _), .held(let task, _), .overdue(let task, _): task
    case .damaged, .declarationRefused, .launching, .running, .progress, .frozen, .thawed, .expiring,
      .killing, .ended, .gaveUp, .completedTwice, .applicationFailing, .applicationRecovered, .conditions,
      .departing, .departureOver, .storeFailed, .storeRecovered:
      nil
    }
  }

  /// Whose task it is about; nil for the machine and the daemon itself.
  var subject: TaskKey? {
    switch self {
    case .submitted(let snapshot, _, _): snapshot.task.key
    case .cancelled(let task), .damaged(let task, _), .held(let task, _), .overdue(let task, _),
      .withdrawn(let task, _):
      task.key
    case .declarationRefused(let key, _, _): key
    case .launching(let run, _), .running(let run), .progress(let run), .frozen(let run, _, _),
      .thawed(let run), .expiring(let run, _), .killing(let run), .ended(let run, _), .gaveUp(let run, _),
      .completedTwice(let run):
      run.key
    case .applicationFailing, .applicationRecovered, .conditions, .departing, .departureOver, .storeFailed,
      .storeRecovered:
      nil
    }
  }
}
