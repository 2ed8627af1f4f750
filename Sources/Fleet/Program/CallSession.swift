import Dispatch
import FleetAPI
import FleetDatabase
import Glibc
import LinuxSystem
import Varlink

/// Calls of one function over one connection, until standard input ends: bgtaskctl, which has the other end,
/// decides when to ask. Arguments come and messages go as ``FleetAPI/SessionFrame`` has them.
final class CallSession: @unchecked Sendable {
  // Sendable: all of it is confined to its queue.

  /// The longest time of a call, in microseconds: sooner than a person gives up.
  private static let callLimitUSec: Int64 = 20_000_000
  private static let mostBytes = 4 << 20

  private let function: String
  private let queue = DispatchQueue(label: "session")
  private var connection: DatabaseConnection?
  private var input: DescriptorSource?
  private var arguments = FrameDecoder(limit: mostBytes)
  private var isCalling = false
  private var hasAnswered = false

  init(_ function: String, parameters: String) {
    self.function = function
    connection = DatabaseConnection(
      queue: queue, parameters: parameters, channel: DatabaseConnection.eventChannel,
      hinted: { [weak self] in self?.say(.hint) }, lost: { [weak self] in self?.say(.hint) })
  }

  /// Begins to read standard input.
  func start() {
    queue.async { [self] in
      do throws(SystemError) {
        let own = try systemCall("fcntl") { fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) }
        input = try DescriptorSource(SharedDescriptor(owning: own), for: .reading, queue: queue) {
          [weak self] in self?.read()
        }
      } catch {
        FleetProgram.fail("standard input cannot be read: \(error.text)", 74)
      }
    }
  }

  private func read() {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
    // The end, also that of the program at the other end.
    guard count > 0 else { exit(0) }
    arguments.append(Array(piece.prefix(count)))
    callNext()
  }

  private func callNext() {
    guard !isCalling else { return }
    let bytes: [UInt8]?
    do throws(FrameError) {
      bytes = try arguments.next()
    } catch {
      FleetProgram.fail("found more than \(Self.mostBytes) bytes on standard input, allowed are as many", 64)
    }
    guard let bytes else { return }
    guard let argument = String(validating: bytes, as: UTF8.self) else {
      FleetProgram.fail("standard input is not UTF-8", 64)
    }
    isCalling = true
    connection?.call(function, argument, limitUSec: Self.callLimitUSec) { [weak self] in self?.take($0) }
  }

  private func take(_ answer: Result<String, DatabaseFailure>) {
    isCalling = false
    switch answer {
    case .success(let json):
      hasAnswered = true
      say(.answer(Array(json.utf8)))
    case .failure(.unreachable(_, let cause)) where hasAnswered: say(.away(cause))
    case .failure(.again) where hasAnswered: say(.away("it is too busy"))
    // As while a backup is restored.
    case .failure(.forbidden(let cause)) where hasAnswered: say(.away(cause))
    // A database that has never answered is a mistake of the settings, more often than not.
    case .failure(let failure): FleetProgram.fail(failure)
    }
    callNext()
  }

  private func say(_ frame: SessionFrame) {
    guard StandardStream.write(frame.bytes, to: STDOUT_FILENO) else { exit(74) }
  }
}
