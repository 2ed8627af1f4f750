import FoundationEssentials
import SchedulerAPI
import SchedulerCore
import Varlink

/// Takes messages the way the daemon does, up to where the core would be asked.
struct Answerer {
  /// An answer, read back.
  struct Answer: Decodable, Equatable {
    struct Parameters: Decodable, Equatable {
      var parameter: String?
      var field: String?
      var message: String?
    }
    var error: String?
    var parameters: Parameters
  }

  let service = Service<SchedulerCall>(
    ServiceInformation(vendor: "bgtaskd", product: "bgtaskd", version: "0", url: "https://example.org"))

  /// The whole answer, with its NUL.
  func bytes(_ message: [UInt8]) -> [UInt8] {
    switch service.receive(message) {
    case .answer(let bytes, _): return bytes
    case .call(let call, _, _): return answer(call)
    }
  }

  /// The answer, read back.
  func answer(_ message: [UInt8]) throws -> Answer {
    var bytes = bytes(message)
    guard bytes.popLast() == 0, !bytes.contains(0) else { throw NoMessage() }
    return try JSONDecoder().decode(Answer.self, from: Data(bytes))
  }

  struct NoMessage: Error {}

  private func answer(_ call: SchedulerCall) -> [UInt8] {
    do throws(SchedulerInterfaceError) {
      try call.checkBounds()
      switch call {
      case .submit(let parameters): _ = try parameters.request.submission()
      case .submitBatch(let parameters):
        var results: [Wire.SubmitResult] = []
        for request in parameters.requests {
          do throws(SchedulerInterfaceError) {
            _ = try request.submission()
            results.append(Wire.SubmitResult())
          } catch {
            results.append(Wire.SubmitResult(error))
          }
        }
        return Message.reply(SchedulerMethod.SubmitBatch.Reply(results: results))
      case .cancel(let parameters): _ = try Wire.checked(identifier: parameters.identifier)
      case .complete(let parameters): _ = try RunID(checking: parameters.runId)
      case .checkpoint(let parameters): _ = try RunID(checking: parameters.runId)
      case .handlerBegan(let parameters): _ = try RunID(checking: parameters.runId)
      case .reportProgress(let parameters):
        _ = try parameters.progress.checked()
        _ = try parameters.next?.checked()
      case .simulateConditions(let parameters): _ = try parameters.changes()
      case .register(let parameters):
        _ = try Wire.checked(name: parameters.application, field: "application")
        _ = try parameters.checkedIdentifiers()
        _ = try parameters.checkedRuns()
      case .addIdentifiers(let parameters):
        _ = try Wire.checked(name: parameters.registration, field: "registration")
        _ = try parameters.checkedIdentifiers()
      case .setApplicationState(let parameters):
        _ = try Wire.checked(name: parameters.application, field: "application")
      default: break
      }
      return Message.reply(Empty())
    } catch {
      return Message.error(error)
    }
  }
}
