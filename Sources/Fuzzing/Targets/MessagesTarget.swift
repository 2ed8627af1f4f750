import SchedulerAPI
import Varlink

/// A message to the daemon: it is answered with an error that names a place in it, or it is a call, which
/// stays the same when it is written and read again.
enum MessagesTarget: FuzzTarget {
  static let name = "messages"

  static func run(_ bytes: UnsafeRawBufferPointer) { take(Array(bytes)) }

  private static let information = ServiceInformation(
    vendor: "bgtaskd", product: "bgtaskfuzz", version: "1", url: "")
  private static let service = Service<SchedulerCall>(information)
  /// The service that makes lists longer than their bounds as well, as Foundation does.
  private static let patient = Service<SchedulerCall>(information, limits: MessageLimits(cutsLists: false))

  /// The longest answer to a message that was refused, in bytes: errors repeat little of it.
  private static let answerBytes = 64 << 10

  static func take(_ message: [UInt8]) {
    switch service.receive(message) {
    case .answer(let answer, _): check(answer, to: message)
    case .call(let call, _, _):
      CallCheck.check(call)
      guard case .call(let call, _, _) = patient.receive(message) else { return }
      // The call is written with `more`, so that methods with many replies accept it; every method does.
      let again = Array(CallCheck.message(of: call).dropLast())
      guard case .call(let second, _, _) = patient.receive(again) else {
        fatalError("broken: what was accepted is accepted again: \(String(decoding: again, as: UTF8.self))")
      }
      hold(second == call, "a call is the same when it is written and read again")
      guard let plain = PlainMessage(message), let plainAgain = PlainMessage(again) else {
        fatalError("broken: a call is JSON to Foundation: \(String(decoding: message, as: UTF8.self))")
      }
      hold(
        plainAgain.parameters == plain.parameters,
        "what was read is what Foundation reads: \(String(decoding: message, as: UTF8.self))")
    }
  }

  private static func check(_ answer: [UInt8], to message: [UInt8]) {
    hold(answer.last == 0 && answer.firstIndex(of: 0) == answer.count - 1, "an answer is one message")
    guard let read = PlainMessage(answer.dropLast()) else {
      fatalError("broken: an answer is JSON: \(String(decoding: answer, as: UTF8.self))")
    }
    guard let error = read.error else { return }
    hold(answer.count <= answerBytes, "an error is short: \(answer.count) bytes")
    guard error.hasSuffix(".InvalidParameter") else { return }
    guard case .object(let parameters) = read.parameters, case .string? = parameters["parameter"],
      case .string(let text)? = parameters["message"]
    else { fatalError("broken: an error says where, and what: \(String(decoding: answer, as: UTF8.self))") }
    hold(!text.isEmpty, "an error says what")
  }
}
