// Room FleetDatabase: the fleet's database: a connection of libpq, and the exchange as JSON.
// Way in: `DatabaseConnection`, `ExchangeText`, `ExchangeAnswer.init(json:)`.
// Must not know: what an agent decides, the daemon, files.

import CPostgres
import CTexts
package import Dispatch
import Glibc
import LinuxSystem

/// A connection to the database that is made when it is first needed, and made again after a failure. It has
/// one call under way. Confined to its queue, which may wait while libpq looks up a host's name.
package final class DatabaseConnection {
  private enum State {
    case closed
    case connecting
    /// The statement that asks for hints is under way.
    case subscribing
    /// The statement is in libpq's buffer, and goes to the server as fast as that reads.
    case sending
    case receiving
    case idle
  }

  /// A command that waits for its answer.
  private struct Call {
    let statement: String
    /// The value of the statement's parameter; `nil` for a script of several statements.
    let argument: String?
    let completion: (Result<String, DatabaseFailure>) -> Void
  }

  private let queue: DispatchQueue
  private let parameters: String
  private let channel: String
  /// Called on the queue after notifications of the channel.
  private let hinted: (() -> Void)?
  private let lost: (() -> Void)?
  private var state = State.closed
  private var connection: OpaquePointer?
  private var source: DescriptorSource?
  private var call: Call?
  private var limit: Countdown?
  /// Whether notifications have come that were not told yet.
  private var hasHeard = false
  private var hintPause: Countdown?

  /// The pause after a notification was told, in microseconds. Whoever may connect to the database can send a
  /// million a second, and no answer and no memory may suffer from it.
  private static let hintPauseUSec: Int64 = 100_000

  /// A connection that is not made yet.
  /// - Parameters:
  ///   - parameters: A connection string of libpq: `host=… dbname=…` or a URI.
  ///   - channel: The channel of the notifications.
  ///   - hinted: Called on the queue when the server has sent notifications (NOTIFY); `nil` asks for none.
  ///   - lost: Called on the queue when the connection is lost while there is no call.
  package init(
    queue: DispatchQueue, parameters: String, channel: String = DatabaseConnection.workChannel,
    hinted: (() -> Void)? = nil, lost: (() -> Void)? = nil
  ) {
    self.queue = queue
    self.parameters = parameters
    self.channel = channel
    self.hinted = hinted
    self.lost = lost
  }

  /// The channel on which the database tells machines that there may be work.
  package static let workChannel = "bgtask_fleet"
  /// The channel on which the database tells people that something has happened.
  package static let eventChannel = "bgtask_fleet_events"

  deinit { drop() }

  /// Calls a function of the schema with one JSON value, as a transaction of its own.
  /// - Parameters:
  ///   - function: The name of a function of `bgtask_fleet`, of letters, digits and `_`.
  ///   - limitUSec: The longest time for connecting, sending and the answer together, in microseconds.
  ///   - completion: Called once, on the queue, never from within this method, with the answer's JSON.
  package func call(
    _ function: String, _ argument: String, limitUSec: Int64,
    completion: @escaping (Result<String, DatabaseFailure>) -> Void
  ) {
    precondition(Self.isFunction(function), "\(function) is no name of a function")
    begin(
      Call(
        statement: "SELECT bgtask_fleet.\(function)($1::jsonb)::text", argument: argument,
        completion: completion), limitUSec)
  }

  /// The SQL that makes the fleet's schema, or brings it up to date. It may be run again.
  package static var schema: String { String(cString: schema_1_sql()) }

  /// Whether a text may be a function's name: lower-case letters, digits and `_`.
  package static func isFunction(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0.isLowercaseLetterOrDigit || $0 == UInt8(ascii: "_") }
  }

  /// Runs a script of SQL, such as ``schema``. The first error ends it.
  /// - Parameters: As for ``call(_:_:limitUSec:completion:)``; the answer is empty.
  package func run(
    _ script: String, limitUSec: Int64, completion: @escaping (Result<String, DatabaseFailure>) -> Void
  ) {
    begin(Call(statement: script, argument: nil, completion: completion), limitUSec)
  }

  private func begin(_ call: Call, _ limitUSec: Int64) {
    precondition(self.call == nil, "a connection has one call at a time")
    self.call = call
    limit = Countdown(uSec: limitUSec, queue: queue) { [weak self] in
      self?.fail("no answer within \(limitUSec / 1_000_000) s")
    }
    queue.runLater { [weak self] in self?.begin() }
  }

  private func begin() {
    guard call != nil else { return }
    if state == .idle { return send() }
    connection = PQconnectStart(parameters)
    guard let connection else { return fail("out of memory") }
    PQsetClientEncoding(connection, "UTF8")
    // Notices of a server, such as why it ends an idle connection, are not for the journal.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    state = .connecting
    guard PQstatus(connection) != CONNECTION_BAD else { return failConnecting() }
    watch(.writing)
  }

  // MARK: What the socket says

  private func ready() {
    switch state {
    case .connecting: goOnConnecting()
    case .sending:
      guard takeIn() else { return }
      flush()
    case .subscribing:
      guard takeIn() else { return }
      passSubscription()
    case .receiving, .idle:
      guard takeIn() else { return }
      receive()
    case .closed: break
    }
  }

  private func goOnConnecting() {
    switch PQconnectPoll(connection) {
    case PGRES_POLLING_READING: watch(.reading)
    case PGRES_POLLING_WRITING: watch(.writing)
    case PGRES_POLLING_OK:
      PQsetnonblocking(connection, 1)
      hinted == nil ? send() : subscribe()
    default: failConnecting()
    }
  }

  private func failConnecting() {
    let text = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    fail(DatabaseFailure(connecting: text, needsPassword: PQconnectionNeedsPassword(connection) == 1))
  }

  /// Asks for notifications. A pooler of connections may refuse that or not pass any on, which only makes
  /// work come later.
  private func subscribe() {
    state = .subscribing
    guard PQsendQuery(connection, "LISTEN \(channel)") == 1 else {
      return fail(Self.message(of: connection))
    }
    _ = PQflush(connection)
    watch(.reading)
  }

  private func passSubscription() {
    while PQisBusy(connection) == 0 {
      guard let result = PQgetResult(connection) else { return send() }
      PQclear(result)
    }
  }

  private func send() {
    guard let call else { return }
    state = .sending
    let isTaken =
      call.argument?.withCString { argument in
        var values: [UnsafePointer<CChar>?] = [argument]
        return PQsendQueryParams(connection, call.statement, 1, nil, &values, nil, nil, 0) == 1
      } ?? (PQsendQuery(connection, call.statement) == 1)
    guard isTaken else { return fail(Self.message(of: connection)) }
    flush()
  }

  private func flush() {
    switch PQflush(connection) {
    case 0:
      state = .receiving
      watch(.reading)
      receive()
    case 1: watch(.writing)
    default: fail(Self.message(of: connection))
    }
  }

  /// Reads what has come. False when the connection has failed.
  private func takeIn() -> Bool {
    guard PQconsumeInput(connection) == 1 else {
      fail(Self.message(of: connection))
      return false
    }
    takeHints()
    return true
  }

  private func takeHints() {
    while let notification = PQnotifies(connection) {
      PQfreemem(notification)
      hasHeard = true
    }
    tellHint()
  }

  /// Tells that there were notifications: at once, and then once for all that come within a pause.
  private func tellHint() {
    guard hasHeard, hintPause == nil else { return }
    hasHeard = false
    hintPause = Countdown(uSec: Self.hintPauseUSec, queue: queue) { [weak self] in
      self?.hintPause = nil
      self?.tellHint()
    }
    hinted?()
  }

  private func receive() {
    guard state == .receiving, let call else { return }
    while PQisBusy(connection) == 0 {
      guard let result = PQgetResult(connection) else {
        guard PQstatus(connection) == CONNECTION_OK else { return fail(Self.message(of: connection)) }
        state = .idle
        // Notifications that came behind the answer are read with its end.
        takeHints()
        // A server that only reads, or is going away, is so for as long as this connection: the next one may
        // find another server, or another state of this one.
        if case .failure(.unreachable)? = kept { drop() }
        return finish(kept ?? .failure(.rejected("the server gave no result")))
      }
      defer { PQclear(result) }
      // The first error of a script is its answer, and the only result of a call.
      if case .failure? = kept { continue }
      kept = call.argument == nil ? Self.progress(result) : Self.answer(result)
    }
  }

  /// The answer of which the end has not come yet.
  private var kept: Result<String, DatabaseFailure>?

  private static func answer(_ result: OpaquePointer) -> Result<String, DatabaseFailure> {
    guard PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) == 1, PQnfields(result) == 1,
      let value = PQgetvalue(result, 0, 0)
    else { return .failure(DatabaseFailure(refusing: result)) }
    return .success(String(cString: value))
  }

  /// Returns the answer of one statement of a script.
  private static func progress(_ result: OpaquePointer) -> Result<String, DatabaseFailure> {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: .success("")
    default: .failure(DatabaseFailure(refusing: result))
    }
  }

  private static func message(of connection: OpaquePointer?) -> String {
    DatabaseFailure.oneLine(PQerrorMessage(connection))
  }

  // MARK: Ends

  /// Ends the call because the connection is of no use any more.
  private func fail(_ cause: String) {
    fail(.unreachable(mayHaveArrived: state == .sending || state == .receiving, cause: cause))
  }

  private func fail(_ failure: DatabaseFailure) {
    // The server may have said why before it hung up.
    let said = kept
    drop()
    if case .failure(let failure)? = said { return finish(.failure(failure)) }
    guard call != nil else {
      lost?()
      return
    }
    finish(.failure(failure))
  }

  private func finish(_ answer: Result<String, DatabaseFailure>) {
    kept = nil
    limit?.cancel()
    limit = nil
    guard let call else { return }
    self.call = nil
    call.completion(answer)
  }

  private func drop() {
    source?.cancel()
    source = nil
    if let connection { PQfinish(connection) }
    connection = nil
    state = .closed
  }

  /// Waits for libpq's socket, which may be another one after each step. The source has a descriptor of its
  /// own, because libpq closes its one when it likes.
  private func watch(_ interest: DescriptorSource.Interest) {
    source?.cancel()
    do throws(SystemError) {
      let own = try systemCall("fcntl") { fcntl(PQsocket(connection), F_DUPFD_CLOEXEC, 3) }
      source = try DescriptorSource(SharedDescriptor(owning: own), for: interest, queue: queue) {
        [weak self] in self?.ready()
      }
    } catch {
      fail(error.description)
    }
  }
}

extension UInt8 {
  fileprivate var isLowercaseLetterOrDigit: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }
}
