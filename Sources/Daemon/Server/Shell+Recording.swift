import Dispatch
import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

/// The record of conditions that is being told, page by page.
struct RecordListing: Sendable {
  let call: CallID
  let form: ListForm
  /// The place after which the next page begins; `nil` for the oldest line.
  var after: Int64?
}

extension Shell {
  /// The most lines of a page.
  private static let recordPageLength = 2000

  func exportRecord(
    _ parameters: SchedulerMethod.ExportRecord.Parameters, _ id: CallID, _ caller: Caller, wantsMore: Bool
  ) throws(SchedulerInterfaceError) {
    guard caller.isPrivileged else {
      throw .permissionDenied(
        message: "the record of conditions is told to root and to the daemon's own user only")
    }
    var after: Int64?
    if let cursor = parameters.cursor {
      guard let place = Int64(cursor) else { throw .foreignCursor(of: "ExportRecord") }
      after = place
    }
    let listing = RecordListing(call: id, form: wantsMore ? .stream : .page, after: after)
    look { _, _ in
      { $0.server.pageInTurn(.record(listing), for: id) }
    }
  }

  /// Reads a page, and makes its text beside the daemon's queue.
  func read(pageOf listing: RecordListing, _ turn: ReadTurn) {
    let query = RecordQuery(after: listing.after, rows: Self.recordPageLength)
    // The last values hold until now, which readers cannot know.
    let end = scheduler.isRecording ? RecordedChange(now().wall, .machine(.on)) : nil
    store.record(query) { read in
      self.encoding.async {
        let page = read.map { page in
          var reply = ReplyPage("changes")
          let changes = page.changes + (page.next == nil ? [end].compactMap(\.self) : [])
          for change in changes { reply.append(Wire.RecordedChange(change)) }
          return (reply: reply, next: page.next)
        }
        self.later { shell in
          shell.server.end(turn)
          switch page {
          case .failure(let error): shell.refuse(listing.call, .unavailable(message: error.cause))
          case .success(let (reply, next)): shell.send(listing, reply, next: next)
          }
        }
      }
    }
  }

  private func send(_ listing: RecordListing, _ page: ReplyPage, next: Int64?) {
    var rest = listing
    rest.after = next
    let goesOn = next != nil && listing.form == .stream
    let cursor = goesOn ? nil : next.map { String($0) }
    server.reply(listing.call, page.message(cursor: cursor, continues: goesOn), continues: goesOn)
    guard goesOn else { return }
    server.pageInTurn(.record(rest), for: listing.call)
  }
}

extension Wire.RecordedChange {
  fileprivate init(_ change: RecordedChange) {
    self.init(timeUSec: change.time.uSec, field: change.content.name, value: change.content.text)
  }
}
