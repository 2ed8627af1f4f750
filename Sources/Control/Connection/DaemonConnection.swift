import LinuxSystem
import SchedulerAPI
import Varlink

/// The daemon as the verbs see it: replies with their JSON, failures with what to do next.
final class DaemonConnection {
  /// The largest reply in bytes. Results of a batch exceed its requests; more is an error of the daemon.
  private static let replyLimit = 16 << 20
  /// The longest wait for an answer: a busy disk delays acknowledgements, a daemon that works does not.
  static let timeLimit: Duration = .seconds(60)

  /// The socket that the daemon listens on.
  let path: String
  private let timeLimit: Duration
  /// Shows a line while an answer takes long; nil shows none.
  private let answerWait: AnswerWait?
  private var connection: ClientConnection
  /// Whether replies that are no longer wanted may still arrive.
  private var isSpent = false

  /// - Throws: The reason why no daemon answers.
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

  /// Connects anew where unwanted replies may arrive, so that the next call gets its own.
  private func renewWhereSpent() throws(Failure) {
    guard isSpent else { return }
    connection = try Self.connected(path, timeLimit)
    isSpent = false
  }

  /// The user at the other end, or nil when unknown.
  var uid: UInt32? { (try? PeerCredentials(ofSocket: connection.descriptor))?.uid }

  /// Calls a method and returns its reply, and the reply's JSON as it came.
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

  /// The answer of a function that is called while no reply comes.
  enum Pause {
    /// Call again after this time without a reply.
    case milliseconds(CInt)
    /// Call again after the next reply.
    case endless
    /// Take no more replies.
    case over
  }

  /// Returns runs, newest first, from all pages.
  func history(_ parameters: SchedulerMethod.History.Parameters) throws(Failure) -> [Wire.Run] {
    var runs: [Wire.Run] = []
    try stream(SchedulerMethod.History.self, parameters) { page, _ throws(Failure) in
      runs += page.runs
      return true
    }
    return runs
  }

  /// Returns the pauses, for verbs that show them beside other things. An older daemon does not know the
  /// method, and pauses nothing.
  func pauses(allUsers: Bool? = nil) -> [Wire.PausedWork] {
    let answer = try? call(SchedulerMethod.ListPauses.self, .init(allUsers: allUsers))
    return answer?.reply.pauses ?? []
  }

  /// Calls a method and takes its replies until there are no more or `each` returns false. A call after a
  /// stream that was left early gets a new connection.
  /// - Parameters:
  ///   - deadline: The end of the wait for each further reply.
  ///   - first: The end of the wait for the first reply; nil is `deadline`.
  ///   - whenIdle: Called when all replies so far were taken, at first right after the call was sent.
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
