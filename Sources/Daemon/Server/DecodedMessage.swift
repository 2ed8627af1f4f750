import SchedulerAPI
import SchedulerCore
import Varlink

/// A message that was decoded, on any queue.
struct DecodedMessage: Sendable {
  /// The call that the message is, or the answer to it.
  enum Content {
    case call(SchedulerCall, wantsMore: Bool)
    case batch(CheckedBatch)
    /// The whole message to answer with.
    case answer([UInt8])
  }

  var content: Content
  var isOneway: Bool
  /// The message's length in bytes, without its NUL.
  var length: Int
  /// The bytes that count until the call is answered. A list holds its place and nothing of its message, and
  /// is not answered until its reader reads.
  var heldBytes: Int {
    if case .call(let call, _) = content, call.isPaged { 0 } else { length }
  }
  /// Whether the message hands in requests.
  var submits: Bool {
    switch content {
    case .call(.submit, _), .batch: true
    case .call, .answer: false
    }
  }
  /// The user for whom the caller acts, as the call names it.
  var user: String? {
    switch content {
    case .call(let call, _): call.user
    case .batch(let batch): batch.user
    case .answer: nil
    }
  }

  init(_ message: [UInt8], by service: Service<SchedulerCall>) {
    let incoming = service.receive(message)
    isOneway = incoming.isOneway
    length = message.count
    content =
      switch incoming {
      case .answer(let answer, _): .answer(answer)
      case .call(.submitBatch(let parameters), _, _): Self.checked(parameters)
      case .call(let call, let wantsMore, _): .call(call, wantsMore: wantsMore)
      }
  }

  private static func checked(_ parameters: SchedulerMethod.SubmitBatch.Parameters) -> Content {
    do throws(SchedulerInterfaceError) {
      return .batch(try CheckedBatch(parameters))
    } catch {
      return .answer(Message.error(error))
    }
  }
}

extension SchedulerCall {
  /// Whether the answer comes in pages.
  var isPaged: Bool {
    switch self {
    case .list, .history, .exportRecord: true
    default: false
    }
  }
}

/// The requests of a batch, which were checked on any queue: for hundreds of requests that takes a while.
struct CheckedBatch: Sendable {
  /// The error of each request; `nil` for a correct one.
  private(set) var errors: [SchedulerInterfaceError?] = []
  /// The correct requests, in order.
  private(set) var submissions: [Submission] = []
  /// The user for whom the caller acts.
  let user: String?

  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` for too many requests.
  init(_ parameters: SchedulerMethod.SubmitBatch.Parameters) throws(SchedulerInterfaceError) {
    try parameters.checkBounds()
    user = parameters.user
    for request in parameters.requests {
      do throws(SchedulerInterfaceError) {
        submissions.append(try request.submission())
        errors.append(nil)
      } catch {
        errors.append(error)
      }
    }
  }
}
