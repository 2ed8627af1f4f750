import SchedulerAPI
import SchedulerCore
import Varlink

/// A message that was taken apart, on whichever queue.
struct DecodedMessage: Sendable {
  /// What it comes to.
  enum Content {
    case call(SchedulerCall, wantsMore: Bool)
    case batch(CheckedBatch)
    /// A whole message.
    case answer([UInt8])
  }

  var content: Content
  var isOneway: Bool
  /// In bytes, without its NUL.
  var length: Int

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
  /// Its answer comes in pages.
  var isPaged: Bool {
    switch self {
    case .list, .history: true
    default: false
    }
  }
}

/// The requests of a batch, each of which was checked, on whichever queue: for hundreds of them that takes a
/// while.
struct CheckedBatch: Sendable {
  /// What was wrong with each request; nil for those that are right.
  private(set) var errors: [SchedulerInterfaceError?] = []
  /// Those that are right, in order.
  private(set) var submissions: [Submission] = []

  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` for too many.
  init(_ parameters: SchedulerMethod.SubmitBatch.Parameters) throws(SchedulerInterfaceError) {
    try parameters.checkBounds()
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
