import FleetAPI
import Glibc
import LinuxSystem
import PlainText
import SchedulerAPI
import Varlink

extension Invocation {
  /// Calls a function of the fleet's database and returns its reply, and the reply's JSON as it came.
  func fleetCall<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws(Failure) -> (reply: Method.Reply, json: [UInt8]) {
    let json = try fleetCall(function: Method.fleetFunction, parameters.json)
    do throws(InvalidValue) {
      return (try Method.Reply(json: json), json)
    } catch {
      throw Failure.unreadableReply(error)
    }
  }

  /// Returns the elements of all pages of a list.
  /// - Parameter page: Asks for the page behind a place; `nil` is the first one. Returns its elements and the
  ///   place of the next one, `nil` behind the last.
  func fleetPages<Element, Place>(
    _ page: (Place?) throws(Failure) -> (elements: [Element], next: Place?)
  ) throws(Failure) -> [Element] {
    var (elements, place) = try page(nil)
    while place != nil {
      let more = try page(place)
      elements += more.elements
      place = more.next
    }
    return elements
  }

  /// Calls a function of the fleet's database with a JSON value.
  func fleetCall(function: String, _ argument: [UInt8]) throws(Failure) -> [UInt8] {
    try fleetProgram(["call", function], argument)
  }

  /// Runs the program that has the connection to the fleet's database, and returns its output.
  func fleetProgram(_ words: [String], _ input: [UInt8] = []) throws(Failure) -> [UInt8] {
    try refuseDaemonOptions()
    let (status, output, errors) = try context.fleetDatabase(words, input)
    guard status == 0 else { throw .fleet(status, errors) }
    return output
  }

  /// Refuses the options that choose a daemon. Files alone are of the system or of the user.
  func refuseDaemonOptions() throws(Failure) {
    let readsFiles = line.verb?.name == FleetApplyVerb.name
    let refused = readsFiles ? ["socket"] : ["socket", "user", "system"]
    guard let given = refused.first(where: { line.value($0) != nil }) else { return }
    throw misuse(
      "--\(given) chooses a daemon, and this verb asks the fleet's database, which Database= in fleet.conf "
        + "names")
  }
}

extension Failure {
  private static let programPrefix = "bgtask-fleet: "

  /// Returns the failure with which `bgtask-fleet` has ended.
  /// - Parameter errors: Its words about the error, and libpq's, such as about a file of passwords.
  static func fleet(_ status: Int32, _ errors: String) -> Failure {
    let lines = errors.split(separator: "\n")
    let own = lines.filter { $0.hasPrefix(programPrefix) }.map { $0.dropFirst(programPrefix.count) }
    let words = (own + lines.filter { !$0.hasPrefix(programPrefix) }).joined(separator: "; ")
    return Failure(
      ExitStatus(rawValue: status), name: "Fleet",
      message: SingleLine.cleaned(words, maximumBytes: 1000).withoutFullStop,
      next: status == ExitStatus.unavailable.rawValue
        ? "see Database= in fleet.conf (bgtask-fleet(8)), and whether that server answers"
        : status == ExitStatus.configuration.rawValue
          ? "bgtask-fleet(8) explains the file; people name one of their own with BGTASK_FLEET_CONFIG" : nil)
  }

  /// Returns the failure of a reply of the fleet's database that is not as it should be.
  static func unreadableReply(_ error: InvalidValue) -> Failure {
    Failure(
      .software, name: "InvalidReply", message: "the database's reply cannot be read: \(error)",
      next: "the fleet's schema may be of another version than this program: bgtaskctl fleet schema --apply")
  }
}

/// The program that has a connection to the fleet's database, run for one call.
enum FleetDatabaseCall {
  private static let mostBytes = 64 << 20

  /// A way to run the program with some arguments and its standard input. It returns the program's exit
  /// status, its output, and its words about an error.
  typealias Run = (_ words: [String], _ input: [UInt8]) throws(Failure) -> (
    status: Int32, output: [UInt8], errors: String
  )

  static func run(
    _ words: [String], _ argument: [UInt8]
  ) throws(Failure) -> (status: Int32, output: [UInt8], errors: String) {
    do throws(SystemError) {
      let input = try MemoryFile.make("argument")
      let output = try MemoryFile.make("answer")
      let errors = try MemoryFile.make("error")
      try SmallFile.write(argument, to: input, "argument")
      try systemCall("lseek") { lseek(input.number, 0, SEEK_SET) }
      let child = try start(words, input: input.number, output: output.number, errors: errors.number)
      let status = try exitStatus(of: child)
      return (status, try contents(of: output), String(decoding: try contents(of: errors), as: UTF8.self))
    } catch {
      throw cannotRun(error)
    }
  }

  /// Starts the program with these standard streams.
  static func start(
    _ words: [String], input: CInt, output: CInt, errors: CInt
  ) throws(SystemError) -> pid_t {
    guard let program = ExecutableFolder.path(ofHelper: "bgtask-fleet") else {
      throw SystemError(call: "posix_spawn", subject: "bgtask-fleet", code: ENOENT)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in [input, output, errors].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file, CInt(number))
    }
    var arguments = ([program] + words).map { strdup($0) }
    arguments.append(nil)
    defer { for word in arguments { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, nil, arguments, environ)
    guard code == 0 else { throw SystemError(call: "posix_spawn", subject: program, code: code) }
    return child
  }

  /// Waits for the program's end, and returns its exit status or 128 plus the signal that ended it.
  static func exitStatus(of child: pid_t) throws(SystemError) -> Int32 {
    var status: CInt = 0
    try systemCall("waitpid") { waitpid(child, &status, 0) }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Returns the failure of a program that could not be run.
  static func cannotRun(_ error: SystemError) -> Failure {
    guard !error.isNoSuchFile else {
      return Failure(
        .unavailable, name: "NoFleet", message: "bgtask-fleet is not installed",
        next: "install the package bgtaskd-fleet")
    }
    return Failure(.inputOutput, name: "NoFleet", message: "bgtask-fleet cannot be run: \(error.text)")
  }

  /// Returns what the program has written, from the beginning.
  static func contents(of file: borrowing Descriptor) throws(SystemError) -> [UInt8] {
    let number = file.number
    try systemCall("lseek") { lseek(number, 0, SEEK_SET) }
    var (bytes, piece): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 16))
    while bytes.count < mostBytes {
      let count = try systemCall("read") { read(number, &piece, piece.count) }
      guard count > 0 else { break }
      bytes += piece.prefix(count)
    }
    return bytes
  }
}
