package import FleetCore
import Varlink

/// The text of an exchange's request. A machine says its name, groups and state only when the session begins
/// and when they have changed: a request without them costs the server one row's update.
package struct ExchangeText: Hashable, Sendable {
  /// The facts about the machine that the database knows of the session.
  private struct Facts: Hashable, Sendable {
    var session: String
    var name: String
    var groups: [String]
    var draining: Bool
  }

  private var known: Facts?
  private var said: Facts?

  package init() {}

  /// Returns the request as JSON.
  package mutating func json(of request: ExchangeRequest) -> String {
    let facts = Facts(
      session: request.session, name: request.name, groups: request.groups, draining: request.draining)
    said = facts
    let isNew = request.sequence == 1 || facts != known
    var writer = JSONWriter(reserving: 256)
    writer.beginObject()
    writer.list("allows", request.allows) { $0.text($1) }
    writer.list("begun", request.begun) { $0.write($1) }
    if let claim = request.claim { writer.write(claim) }
    writer.list("dates", request.dates) { $0.write($1) }
    if isNew { writer.member("draining", request.draining) }
    if isNew { writer.member("groups", request.groups) }
    writer.list("holds", request.holds) { writer, id in writer.grant(id) { _ in } }
    writer.member("knows", request.knows)
    if request.leaving { writer.member("leaving", true) }
    writer.member("machine", request.machine)
    if isNew { writer.member("name", request.name) }
    writer.list("releases", request.releases) { $0.write($1) }
    writer.list("reports", request.reports) { $0.write($1) }
    writer.member("sequence", request.sequence)
    writer.member("session", request.session)
    if let mark = request.succeeds { writer.write(mark) }
    writer.list("verdicts", request.verdicts) { $0.write($1) }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Notes that the database has accepted the last request.
  package mutating func accepted() { known = said }
}
