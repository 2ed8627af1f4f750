import Dispatch
import FleetDatabase
import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite("The connection to the fleet's database", .serialized)
struct ConnectionTests {
  // Tests of this suite use it one after the other.
  nonisolated(unsafe) private static let server = Result {
    try PostgresServer(schema: DatabaseConnection.schema)
  }

  /// A connection whose calls a test waits for.
  private final class Bench {
    let queue = DispatchQueue(label: "database")
    let hints = Mailbox<Void>()
    private var connection: DatabaseConnection?

    init(_ parameters: String) {
      queue.sync {
        connection = DatabaseConnection(queue: queue, parameters: parameters) { [hints] in hints.append(()) }
      }
    }

    deinit { queue.sync { connection = nil } }

    func call(_ function: String, _ argument: String, limit: Int64 = 20_000_000) -> Result<
      String, DatabaseFailure
    >? {
      let answers = Mailbox<Result<String, DatabaseFailure>>()
      queue.sync { connection?.call(function, argument, limitUSec: limit) { answers.append($0) } }
      return answers.next()
    }

    /// Begins a script of SQL.
    func begin(_ script: String) -> Mailbox<Result<String, DatabaseFailure>> {
      let answers = Mailbox<Result<String, DatabaseFailure>>()
      queue.sync { connection?.run(script, limitUSec: 20_000_000) { answers.append($0) } }
      return answers
    }
  }

  private func expectList(_ bench: Bench, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(bench.call("list_1", "{}") == .success(#"{"tasks": []}"#), sourceLocation: sourceLocation)
  }

  private func withServer(_ body: (PostgresServer) throws -> Void) throws {
    if let obstacle = PostgresServer.obstacle { return leaveOut(obstacle) }
    try body(Self.server.get())
  }

  @Test("A function answers with its JSON, one call after the other on one connection")
  func call() throws {
    try withServer { server in
      let bench = Bench(server.connection("ops"))
      for _ in 0..<3 { expectList(bench) }
      let connections = try server.sql("SELECT count(*) FROM pg_stat_activity WHERE usename = 'ops'")
      #expect(connections == "1\n")
    }
  }

  @Test("A call that the database refuses says what was found and what is allowed; the connection stays")
  func refused() throws {
    try withServer { server in
      let bench = Bench(server.connection("ops"))
      guard case .failure(.rejected(let words))? = bench.call("list_1", #"{"state": 7}"#) else {
        Issue.record("it was not refused")
        return
      }
      #expect(words.contains("state") && words.contains("7") && words.contains("open"))
      guard case .failure(.forbidden)? = bench.call("exchange_1", "{}") else {
        Issue.record("a person's role may not exchange")
        return
      }
      expectList(bench)
    }
  }

  @Test("A server that is not there, hangs up or does not answer in time is no answer, and is tried again")
  func unreachable() throws {
    try withServer { server in
      let nowhere = Bench("host=\(server.folder.path)/nowhere user=ops dbname=fleet")
      guard case .failure(.unreachable(mayHaveArrived: false, _))? = nowhere.call("list_1", "{}") else {
        Issue.record("a server that is not there")
        return
      }
      let bench = Bench(server.connection("ops"))
      expectList(bench)
      try server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ops'")
      // The end may be seen before the next call, or by it.
      if case .failure(.rejected)? = bench.call("list_1", "{}") { Issue.record("a backend that was ended") }
      expectList(bench)
      expectList(bench)
    }
  }

  @Test("A role that does not exist, a wrong password and none at all are refusals, and say where to look")
  func wrongRole() throws {
    try withServer { server in
      try server.sql("ALTER ROLE dev PASSWORD 'secret'")
      try server.require(passwordOf: "dev")
      let answers = [
        ("nobody-here", "role \"nobody-here\" does not exist"),
        ("dev password=wrong", "password authentication failed for user \"dev\""),
        ("dev passfile=/dev/null", "no password supplied"),
      ].map { role, words in (Bench(server.connection(role)).call("list_1", "{}"), words) }
      for (answer, words) in answers {
        guard case .failure(.forbidden(let said))? = answer else {
          Issue.record("\(String(describing: answer))")
          continue
        }
        #expect(said.contains(words) && said.contains("; look at user="), "\(said)")
        #expect(["28000", "28P01", "LOCATION"].allSatisfy { !said.contains($0) }, "\(said)")
      }
      expectList(Bench(server.connection("dev password=secret")))
    }
  }

  @Test("A row that another transaction holds for longer than the role waits is tried again")
  func held() throws {
    try withServer { server in
      let bench = Bench(server.connection("ops") + " options='-c lock_timeout=50ms'")
      let holder = Bench(server.connection("postgres"))
      let ended = holder.begin("BEGIN; LOCK TABLE bgtask_fleet.task; SELECT pg_sleep(2); COMMIT")
      while try server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") != "1\n" {}
      #expect(bench.call("list_1", "{}") == .failure(.again))
      #expect(ended.next() == .success(""))
    }
  }

  @Test("A server that only reads, as a standby does, is tried again: the call is not at fault")
  func readOnly() throws {
    try withServer { server in
      let bench = Bench(server.connection("ops") + " options='-c default_transaction_read_only=on'")
      let task = #"{"identifier": "org.example.x", "request": {"kind": "processing"}}"#
      guard case .failure(.unreachable(mayHaveArrived: true, let cause))? = bench.call("submit_1", task)
      else {
        Issue.record("it was not taken for unreachable")
        return
      }
      #expect(cause.contains("read-only"))
    }
  }

  @Test("A connection that was made while the server only read is given up, and the next one writes")
  func readOnlyForAWhile() throws {
    try withServer { server in
      let bench = Bench(server.connection("ops"))
      let task = #"""
        {"identifier": "org.example.later", "group": "lab", "mode": "once",
         "request": {"identifier": "org.example.later", "kind": "processing",
           "command": {"argv": ["/bin/true"]}}}
        """#
      try server.sql("ALTER DATABASE fleet SET default_transaction_read_only = on")
      expectList(bench)
      let refused = bench.call("submit_1", task)
      try server.sql(
        "SET default_transaction_read_only = off; ALTER DATABASE fleet RESET default_transaction_read_only")
      guard case .failure(.unreachable)? = refused, case .success? = bench.call("submit_1", task) else {
        Issue.record("\(String(describing: refused))")
        return
      }
      try server.sql("SELECT bgtask_fleet.cancel_1('{\"identifier\": \"org.example.later\"}')", as: "ops")
    }
  }

  @Test("A server that takes the connection and says nothing is given up after the limit")
  func silent() throws {
    let folder = try TemporaryFolder()
    let (queue, taken) = (DispatchQueue(label: "silent"), Mailbox<ListenerEvent>())
    let listener = try queue.sync {
      try UnixListener(path: folder.path(".s.PGSQL.5432"), mode: 0o600, directoryMode: nil, queue: queue) {
        taken.append($0)
      }
    }
    defer { queue.sync { listener.close() } }
    let bench = Bench("host=\(folder.path) user=ops dbname=fleet")
    let answer = bench.call("list_1", "{}", limit: 200_000)
    guard case .failure(.unreachable(mayHaveArrived: false, _))? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
  }

  @Test("A notification of the server is passed on while nothing is asked")
  func hints() throws {
    try withServer { server in
      let bench = Bench(server.connection("m1"))
      _ = bench.call("list_1", "{}")
      try server.sql("NOTIFY bgtask_fleet, 'lab'")
      #expect(bench.hints.next() != nil)
    }
  }

  @Test("Of many notifications at once few are passed on, and the last is not left out")
  func manyHints() throws {
    try withServer { server in
      let bench = Bench(server.connection("m1"))
      _ = bench.call("list_1", "{}")
      try server.sql("SELECT pg_notify('bgtask_fleet', n::text) FROM generate_series(1, 200000) AS s (n)")
      #expect(bench.hints.next() != nil)
      _ = bench.call("list_1", "{}")
      // All of them have come before this answer.
      #expect(bench.hints.count < 100)
      while !bench.hints.isEmpty { _ = bench.hints.next() }
      try server.sql("NOTIFY bgtask_fleet")
      try server.sql("NOTIFY bgtask_fleet")
      #expect(bench.hints.next() != nil)
    }
  }

  @Test("The schema may be applied again, and keeps what there is")
  func schemaTwice() throws {
    try withServer { server in
      let before = try server.sql(
        "SELECT count(*) FROM pg_proc WHERE pronamespace = 'bgtask_fleet'::regnamespace")
      try server.sql(DatabaseConnection.schema)
      let after = try server.sql(
        "SELECT count(*) FROM pg_proc WHERE pronamespace = 'bgtask_fleet'::regnamespace")
      #expect(before == after && before != "0\n")
    }
  }
}
