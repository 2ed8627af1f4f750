import Foundation
import LinuxSystem

/// A real PostgreSQL with a data directory of its own, on a Unix socket only. It is stopped with the last
/// reference to it.
package final class PostgresServer {
  /// The error that the server could not be made or started, with its words.
  package struct Failure: Error {
    let words: String
  }

  /// The folder of its socket and its data.
  package let folder: TemporaryFolder
  private let programs: String
  /// The words with which a program becomes the server's user: PostgreSQL does not run as root.
  private let asUser = geteuid() == 0 ? PostgresServer.asNobody : []
  private var process = Process()

  /// The reason why there is none here; `nil` when there is one.
  package static var obstacle: String? {
    programs == nil ? "no PostgreSQL server (apt-get install postgresql)" : nil
  }

  /// The words with which root has a program run as user nobody.
  package static let asNobody = [
    "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--",
  ]

  private static var programs: String? {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap(Int.init).sorted().last.map { "\(root)/\($0)/bin" }
  }

  private static let root = "/usr/lib/postgresql"

  /// Makes a database `fleet` with the fleet's schema, and the roles `m1` to `m9` of machines, `ops` and
  /// `dev` of people, and `boss` of an administrator. Everybody is believed who connects.
  package init(schema: String) throws {
    guard let programs = Self.programs else { throw Failure(words: Self.obstacle ?? "") }
    self.programs = programs
    folder = try TemporaryFolder(permissions: 0o777)
    let script = schema + Self.roles
    let model = Self.model(of: programs + script)
    if FileManager.default.fileExists(atPath: model.path()) {
      try copy(model.path(), to: data)
    } else {
      try makeData(script)
      // Where the build may only be read, each server makes its data.
      try? keep(as: model)
    }
    try start()
  }

  private static let roles =
    ((1...9).map { "CREATE ROLE m\($0) LOGIN IN ROLE bgtask_fleet_machine;" }
    + ["ops", "dev"].map { "CREATE ROLE \($0) LOGIN IN ROLE bgtask_fleet_user;" }
    + ["CREATE ROLE boss LOGIN IN ROLE bgtask_fleet_admin;"]).joined(separator: "\n")

  /// The place of a data directory that servers copy: to make one takes longer than most tests.
  /// - Parameter origin: All that the data is made of.
  private static func model(of origin: String) -> URL {
    // The hash of Fowler, Noll and Vo (FNV-1a), which is the same in every process.
    let hash = origin.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return models.appending(path: "\(geteuid())-\(hash)")
  }

  private static let models = URL(filePath: Repository.path(".build/postgres"))

  private func makeData(_ script: String) throws {
    try run(
      asUser + ["\(programs)/initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8"])
    try start()
    try sql("CREATE DATABASE fleet", in: "postgres")
    try sql(script)
    stop()
  }

  /// Keeps the data for the servers to come, and none of another origin.
  private func keep(as model: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: Self.models, withIntermediateDirectories: true)
    for old in try files.contentsOfDirectory(atPath: Self.models.path())
    where old.hasPrefix("\(geteuid())-") && old != model.lastPathComponent {
      try files.removeItem(at: Self.models.appending(path: old))
    }
    let copied = Self.models.appending(path: "new-\(getpid())-\(folder.url.lastPathComponent)")
    try copy(data, to: copied.path())
    // Another process may have been faster.
    if rename(copied.path(), model.path()) != 0 { try files.removeItem(at: copied) }
  }

  private func copy(_ directory: String, to copy: String) throws {
    try run(["/bin/cp", "--archive", directory, copy])
  }

  deinit { stop() }

  /// Stops the server in order.
  private func stop() {
    // SIGINT: a fast shutdown, which lets no client wait.
    if process.isRunning { kill(process.processIdentifier, SIGINT) }
    process.waitUntilExit()
  }

  private var data: String { folder.path("data") }

  /// Returns a connection string of libpq for a role.
  package func connection(_ role: String) -> String { "host=\(folder.path) user=\(role) dbname=fleet" }

  /// Starts the server, also after ``crash()``, and waits until it takes connections.
  package func start() throws {
    process = Process()
    let settings = [
      "listen_addresses=", "unix_socket_directories=\(folder.path)", "fsync=off", "shared_buffers=32MB",
    ]
    let words = asUser + ["\(programs)/postgres", "-D", data] + settings.flatMap { ["-c", $0] }
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    let errors = try process.begin {
      let pipe = Pipe()
      $0.standardError = pipe
      return pipe.fileHandleForReading
    }
    var said = Data()
    while !String(decoding: said, as: UTF8.self).contains("ready to accept connections") {
      let more = errors.availableData
      if more.isEmpty { throw Failure(words: String(decoding: said, as: UTF8.self)) }
      said += more
    }
    Thread { while !errors.availableData.isEmpty {} }.start()
  }

  /// Stops the server at once, as a machine that loses its power does.
  package func crash() {
    kill(process.processIdentifier, SIGQUIT)
    process.waitUntilExit()
  }

  /// Has the server ask a role for its password.
  package func require(passwordOf role: String) throws {
    let file = data + "/pg_hba.conf"
    let rules = try String(contentsOfFile: file, encoding: .utf8)
    try "local all \(role) scram-sha-256\n\(rules)".write(toFile: file, atomically: false, encoding: .utf8)
    try sql("SELECT pg_reload_conf()")
  }

  /// Runs SQL as the superuser and returns what psql(1) prints.
  @discardableResult
  package func sql(_ script: String, in database: String = "fleet", as role: String = "postgres") throws
    -> String
  {
    let run = try FinishedProgram.run(
      URL(filePath: "\(programs)/psql"),
      ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder.path, "-U", role, "-d", database],
      input: script)
    guard run.status == 0 else { throw Failure(words: run.errors) }
    return run.output
  }

  private func run(_ words: [String]) throws {
    let run = try FinishedProgram.run(
      URL(filePath: words[0]), Array(words.dropFirst()), environment: ["LC_ALL": "C"],
      directory: URL(filePath: folder.path))
    guard run.status == 0 else { throw Failure(words: run.errors) }
  }
}
