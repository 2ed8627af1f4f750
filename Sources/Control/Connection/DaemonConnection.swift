import LinuxSystem
import SchedulerAPI
import Varlink

/// The daemon as the verbs talk to it: replies with their JSON, failures with what to do next.
final class DaemonConnection {
  /// Results of a batch are larger than the requests; a reply of this size is an error of the daemon.
  private static let replyLimit = 16 << 20
  /// A disk that is busy may hold an acknowledgement back for long, a daemon that works does not.
  static let timeLimit: Duration = .seconds(60)

  /// Where it listens.
  let path: String
  private let timeLimit: Duration
  /// Says something while an answer takes long; nil is silence.
  private let answerWait: AnswerWait?
  private var connection: ClientConnection
  /// Replies are on their way that nobody wants any more.
  private var isSpent = false

  /// - Throws: Why there is nobody to talk to.
  init(
    path: String, timeLimit: Duration, answerWait: AnswerWait?
  ) throws(Failure) {
    (self.path, self.timeLimit, self.answerWait) = (path, timeLimit, answerWait)
    connection = try Self.connected(path, timeLimit)
  }

  private static func connected(_ path: String, _ timeLimit: Duration) throws(Failure) -> ClientConnection {
    do throws(ClientError) {
      return try ClientConnection(path: path, timeLimit: timeLimit, frameLimit: replyLimit)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// A call on it gets its own replies.
  private func renewWhereSpent() throws(Failure) {
    guard isSpent else { return }
    connection = try Self.connected(path, timeLimit)
    isSpent = false
  }

  /// The user at the other end; nil when that cannot be known.
  var uid: UInt32? { (try? PeerCredentials(ofSocket: connection.descriptor))?.uid }

  /// Calls a method; the reply, and its JSON as it came.
  func call<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws(Failure) -> (reply: Method.Reply, json: [UInt8]) {
    try call(method, rawParameters: parameters.json)
  }

  /// Calls a method with parameters that are JSON already.
  func call<Method: VarlinkMethod>(
    _ method: Method.Type, rawParameters: [UInt8]
  ) throws(Failure) -> (reply: Method.Reply, json: [UInt8]) {
    try renewWhereSpent()
    do throws(ClientError) {
      let end = Deadline.after(timeLimit)
      connection.timeLimit = timeLimit
      try connection.send(Method.name, rawParameters: rawParameters)
      if !connection.hasReply { answerWait?.wait(for: connection.descriptor, until: end) }
      connection.timeLimit = end.timeLeft()
      let reply = try connection.receive()
      return (try reply.parameters(of: method), reply.rawParameters)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// What somebody wants who was called because nothing comes.
  enum Pause {
    /// To be called again after so long without a reply.
    case milliseconds(CInt)
    /// To be called again after the next reply.
    case endless
    /// No more replies.
    case over
  }

  /// Runs, newest first, all pages of them.
  func history(_ parameters: SchedulerMethod.History.Parameters) throws(Failure) -> [Wire.Run] {
    var runs: [Wire.Run] = []
    try stream(SchedulerMethod.History.self, parameters) { page, _ throws(Failure) in
      runs += page.runs
      return true
    }
    return runs
  }

  /// Calls a method and takes its replies until there are no more or `each` answers false. What is called
  /// after one that was left early has another connection.
  /// - Parameters:
  ///   - deadline: When to give up waiting for the next reply.
  ///   - first: The same for the first one; nil is no sooner.
  ///   - whenIdle: Called when everything that came was taken, the first time when the call was sent.
  func stream<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, deadline: Deadline = .never,
    first: Deadline? = nil,
    whenIdle: (() throws(Failure) -> Pause)? = nil,
    each: (Method.Reply, [UInt8]) throws(Failure) -> Bool
  ) throws(Failure) {
    try renewWhereSpent()
    isSpent = true
    do throws(ClientError) {
      try connection.send(method, parameters, more: true)
    } catch {
      throw Failure(error, path: path)
    }
    var limit = first ?? deadline
    if whenIdle == nil, !connection.hasReply {
      answerWait?.wait(for: connection.descriptor, until: limit)
    }
    while true {
      pauses: while !connection.hasReply, let whenIdle {
        switch try whenIdle() {
        // A signal ends a pause, too: the terminal may have another size.
        case .milliseconds(let pause):
          if AnswerWait.hasInput(connection.descriptor, withinMilliseconds: pause) { break pauses }
        case .endless: break pauses
        case .over: return
        }
      }
      let reply: (value: Method.Reply, json: [UInt8], continues: Bool)
      do throws(ClientError) {
        connection.timeLimit = limit.timeLeft()
        let next = try connection.receive()
        reply = (try next.parameters(of: method), next.rawParameters, next.continues)
      } catch {
        throw Failure(error, path: path)
      }
      let wantsMore = try each(reply.value, reply.json)
      isSpent = reply.continues
      guard wantsMore, reply.continues else { return }
      limit = deadline
    }
  }
}
