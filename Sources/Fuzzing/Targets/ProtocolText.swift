import InterfaceGenerator
import SchedulerAPI
import Varlink

/// The declarations in the protocol's text.
enum ProtocolText {
  static let description = {
    do throws(InterfaceDescriptionError) {
      return try InterfaceDescription(SchedulerCall.interface.text)
    } catch {
      fatalError("the protocol's text, \(error)")
    }
  }()

  static func parameters(of method: String) -> [Field] {
    guard let found = description.methods.first(where: { $0.name == method }) else {
      fatalError("the protocol has no method \(method)")
    }
    return found.parameters
  }

  static func type(_ name: String) -> ValueType {
    guard let found = description.types.first(where: { $0.name == name }) else {
      fatalError("the protocol has no type \(name)")
    }
    return found.type
  }
}
