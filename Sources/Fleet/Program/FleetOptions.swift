import FleetCore
import FleetDatabase
import Glibc
import LinuxSystem
import SchedulerAPI
import SystemdSyntax

/// The command line of `bgtask-fleet`.
struct FleetOptions {
  enum Verb: Equatable {
    case agent
    case call(String)
    case follow(String)
    case schema(applies: Bool)
    case help
    case version
  }

  private(set) var verb = Verb.agent
  private(set) var configuration = "/etc/bgtaskd/fleet.conf"
  private(set) var stateDirectory: String
  private(set) var socket: String
  /// The machine's identity, 32 hexadecimal digits, where several agents stand for several machines.
  private(set) var identity: String?

  /// Reads the arguments.
  init(_ arguments: [String]) throws(Misuse) {
    stateDirectory = SocketPath.variable(named: "STATE_DIRECTORY") ?? "/var/lib/bgtask-fleet"
    socket = SocketPath.choose()
    if let file = SocketPath.variable(named: "BGTASK_FLEET_CONFIG") { configuration = file }
    if arguments == ["--help"] || arguments == ["-h"] {
      verb = .help
      return
    }
    if arguments == ["--version"] {
      verb = .version
      return
    }
    var words: [String] = []
    for argument in arguments {
      guard argument.hasPrefix("--") else {
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard parts.count == 2 else { throw Misuse("the option \(argument) needs a value: \(argument)=…") }
      switch parts[0] {
      case "--config": configuration = parts[1]
      case "--state-directory": stateDirectory = parts[1]
      case "--socket": socket = parts[1]
      case "--identity":
        guard parts[1].utf8.count == 32, parts[1].allSatisfy(\.isHexDigit),
          parts[1].contains(where: { $0 != "0" })
        else {
          throw Misuse("found --identity=\(parts[1]), expected 32 hexadecimal digits, not all of them 0")
        }
        identity = parts[1].lowercased()
      default:
        throw Misuse(
          "found the option \(parts[0]), allowed are --config, --state-directory, --socket and --identity")
      }
    }
    switch words.first {
    case "agent" where words.count == 1: verb = .agent
    case "call" where words.count == 2: verb = .call(try Self.function(words[1]))
    case "follow" where words.count == 2: verb = .follow(try Self.function(words[1]))
    case "schema" where words.count == 1: verb = .schema(applies: false)
    case "schema" where words == ["schema", "apply"]: verb = .schema(applies: true)
    default: throw Misuse(FleetProgram.usage)
    }
  }

  private static func function(_ word: String) throws(Misuse) -> String {
    guard DatabaseConnection.isFunction(word) else {
      throw Misuse("found the function \(word.prefix(60)), allowed are lower-case letters, digits and '_'")
    }
    return word
  }

  /// Reads the settings, and warns of a password that all users of the machine can read.
  func settings(warning log: SystemLog) throws(Misuse) -> FleetSettings {
    let settings = try settings()
    var status = stat()
    if ConnectionString.hasPassword(settings.database), stat(configuration, &status) == 0,
      status.st_mode & S_IROTH != 0
    {
      log.write(
        LogEntry(
          .warning,
          "All users can read the password in \(configuration): chown root:bgtask-fleet and chmod 640 keep "
            + "it from them, or a file .pgpass in the agent's home."))
    }
    return settings
  }

  /// Reads the settings.
  func settings() throws(Misuse) -> FleetSettings {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile.read(configuration, atMost: UnitFile.maximumBytes)
    } catch {
      throw Misuse(error.description, isUsage: false)
    }
    do throws(SyntaxProblem) {
      return try FleetSettings(
        UnitFile.parse(bytes: bytes, name: configuration), hostName: MachineIdentity.hostName ?? "localhost")
    } catch {
      throw Misuse(error.description, isUsage: false)
    }
  }
}
