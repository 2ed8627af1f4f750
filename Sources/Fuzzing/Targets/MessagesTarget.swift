import SchedulerAPI
import Varlink

/// A message to the daemon. It is answered with an error that names a place in it, or it is a call; what was
/// accepted as a call is the same call when it is written and read again.
enum MessagesTarget: FuzzTarget {
  static let name = "messages"

  static func run(_ bytes: UnsafeRawBufferPointer) { take(Array(bytes)) }

  private static let service = Service(
    ServiceInformation(vendor: "bgtaskd", product: "bgtaskfuzz", version: "1", url: ""),
    interfaces: [SchedulerInterface.description], methodsThatStream: SchedulerInterface.methodsThatStream)

  /// No answer to a message that was refused is longer: errors repeat little of it.
  private static let answerBytes = 64 << 10

  static func take(_ message: [UInt8]) {
    switch service.receive(message) {
    case .answer(let answer, _): check(answer, to: message)
    case .call(let call):
      let read = decoded(call)
      CallCheck.check(read)
      // Every method may be called with more, so that those that stream are accepted.
      let again = Array(CallCheck.message(of: read).dropLast())
      guard case .call(let second) = service.receive(again) else {
        fatalError("broken: what was accepted is accepted again: \(String(decoding: again, as: UTF8.self))")
      }
      hold(decoded(second) == read, "a call is the same when it is written and read again")
    }
  }

  private static func decoded(_ call: Call) -> SchedulerCall {
    do throws(ServiceError) { return try SchedulerCall(call) } catch {
      fatalError("broken: what the protocol file allows has a type: \(call.method), \(error)")
    }
  }

  private struct Answer: Decodable {
    struct Parameters: Decodable {
      var parameter: String?
      var message: String?
    }
    var error: String?
    var parameters: Parameters
  }

  private static func check(_ answer: [UInt8], to message: [UInt8]) {
    hold(answer.last == 0 && answer.firstIndex(of: 0) == answer.count - 1, "an answer is one message")
    guard let read = try? MessageCoding.decode(Answer.self, from: answer.dropLast()) else {
      fatalError("broken: an answer is JSON: \(String(decoding: answer, as: UTF8.self))")
    }
    guard let error = read.error else { return }
    hold(answer.count <= answerBytes, "an error is short: \(answer.count) bytes")
    guard error.hasSuffix(".InvalidParameter") else { return }
    hold(read.parameters.parameter != nil, "an error says where")
    hold(read.parameters.message?.isEmpty == false, "an error says what")
  }
}
