import SchedulerAPI
import Varlink

/// A method's parameters: the first line is the method's name, or its first byte chooses one; the rest is the
/// object.
enum MethodsTarget: FuzzTarget {
  static let name = "methods"

  private static let names = SchedulerMethod.names.sorted()

  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let end = bytes.firstIndex(of: 0x0A), let first = bytes.first else { return }
    let wanted = String(decoding: bytes[..<end], as: UTF8.self)
    let method = names.contains(wanted) ? wanted : names[Int(first) % names.count]
    let call = Message.call(
      "\(SchedulerMethod.interface).\(method)", parameters: Array(bytes[(end + 1)...]), more: true)
    MessagesTarget.take(call.dropLast())
  }
}
