import SchedulerAPI
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

  init(_ message: [UInt8], by service: Service) {
    let incoming = service.receive(message)
    isOneway = incoming.isOneway
    length = message.count
    switch incoming {
    case .answer(let answer, _): content = .answer(answer)
    case .call(let call):
      do throws(ServiceError) {
        let decoded = try SchedulerCall(call)
        if case .submitBatch(let parameters) = decoded {
          content = Self.checked(parameters)
        } else {
          content = .call(decoded, wantsMore: call.wantsMore)
        }
      } catch {
        content = .answer(Message.error(error))
      }
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

  /// Nothing is different after it.
  var onlyLooks: Bool {
    switch self {
    case .list, .get, .explain, .history, .output, .shouldDefer, .getConditions, .status: true
    case .submit, .submitBatch, .cancel, .cancelAll, .watch, .register, .addIdentifiers, .setApplicationState,
      .complete, .reportProgress, .simulateConditions, .simulateLaunch, .simulateExpiration:
      false
    }
  }
}
