import InterfaceGenerator
import SchedulerAPI
import Varlink

/// What the protocol's text declares.
enum ProtocolText {
  static let description = {
    do throws(InterfaceDescriptionError) {
      return try InterfaceDescription(SchedulerCall.interface.text)
    } catch {
      fatalError("the protocol's text, \(error)")
    }
  }()

  /// The parameters of a method.
  static func parameters(of method: String) -> [Field] {
    guard let found = description.methods.first(where: { $0.name == method }) else {
      fatalError("the protocol has no method \(method)")
    }
    return found.parameters
  }

  /// A declared type.
  static func type(_ name: String) -> ValueType {
    guard let found = description.types.first(where: { $0.name == name }) else {
      fatalError("the protocol has no type \(name)")
    }
    return found.type
  }
}
