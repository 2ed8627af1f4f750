import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

extension Shell {
  /// The time after which others on the queue have their turn, whatever the replies' number and size.
  private static let longestTellingUSec: Int64 = 10_000

  /// Queues a report for its watchers, so that a batch of many reports does not hold up everything else.
  /// - Parameter payloads: The payloads at hand, among them that of the report's task where the store gave
  ///   it.
  func tellWatchers(_ report: Report, _ payloads: FoundPayloads) {
    guard !watchers.isEmpty else { return }
    var news = Watchers.News(
      report: report, timeUSec: SystemClock.wallUSec, ofConditions: [],
      ofEvents: watchers.ofEvents(about: report.key))
    if case .conditions = report.subject { news.ofConditions = watchers.ofConditions }
    guard !news.ofEvents.isEmpty || !news.ofConditions.isEmpty else { return }
    news.stored = report.watchedTask.flatMap { payloads[$0.id] }
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
    let end = SystemClock.monotonicUSec + Self.longestTellingUSec
    repeat {
      guard let news = watchers.next() else { return }
      tell(news)
    } while SystemClock.monotonicUSec < end
    watchers.isTelling = true
    later { $0.tellSome() }
  }

  /// Tells all reports that wait, before the daemon ends.
  func tellAll() {
    while let news = watchers.next() { tell(news) }
  }

  private func tell(_ news: Watchers.News) {
    if case .conditions(let snapshot) = news.report.subject, !news.ofConditions.isEmpty {
      let reply = SchedulerMethod.GetConditions.Reply(conditions: Wire.Conditions(snapshot))
      send(Message.reply(reply, continues: true), to: news.ofConditions)
    }
    guard !news.ofEvents.isEmpty else { return }
    let event = SchedulerMethod.Watch.Reply(news.report, timeUSec: news.timeUSec) { task($0, $1, news) }
    if let event { send(Message.reply(event, continues: true), to: news.ofEvents) }
  }

  private func send(_ message: [UInt8], to calls: [CallID]) {
    for call in calls { server.reply(call, message, continues: true) }
  }

  /// Returns a task with its whole request, which is missing only while the disk takes nothing.
  private func task(_ snapshot: TaskSnapshot, _ reason: Reason?, _ news: Watchers.News) -> Wire.Task {
    guard let stored = news.stored else { return Wire.Task(snapshot, reason: reason) }
    return Wire.Task(snapshot, stored: stored, reason: reason)
  }
}
