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

  /// The number that was drawn for an exchange, which its repetitions have as well.
  private struct Token: Hashable, Sendable {
    let session: String
    let sequence: Int64
    let number: Int64
  }

  private var known: Facts?
  private var said: Facts?
  private var token: Token?

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
    writer.member("token", token(of: request))
    writer.list("verdicts", request.verdicts) { $0.write($1) }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Returns the number by which the database tells this agent from one with the same memory. It is the
  /// kernel's, which knows of a resumed snapshot, and not of the core's chance, which the memory determines.
  private mutating func token(of request: ExchangeRequest) -> Int64 {
    if let token, token.session == request.session, token.sequence == request.sequence { return token.number }
    let number = Int64.random(in: 1..<1_000_000_000_000_000)
    token = Token(session: request.session, sequence: request.sequence, number: number)
    return number
  }

  /// Notes that the database has accepted the last request.
  package mutating func accepted() { known = said }
}
