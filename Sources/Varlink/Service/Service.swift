/// The part of a Varlink service that every message passes: it is checked, held against the interface's
/// description, and answered at once where the protocol itself says how.
public struct Service: Sendable {
  private static let ownName = "org.varlink.service"
  /// No interface declares a longer name; it would come back in an error.
  private static let methodNameBytes = 255

  private let information: ServiceInformation
  private let limits: MessageLimits
  private let methodsThatStream: Set<String>
  private let interfaces: [InterfaceDescription]

  /// A service.
  /// - Parameters:
  ///   - interfaces: What it serves besides `org.varlink.service`.
  ///   - methodsThatStream: Methods, with their interface, that may only be called with `more`.
  public init(
    _ information: ServiceInformation, interfaces: [InterfaceDescription],
    methodsThatStream: Set<String> = [], limits: MessageLimits = MessageLimits()
  ) {
    self.information = information
    self.methodsThatStream = methodsThatStream
    self.limits = limits
    do throws(InterfaceDescriptionError) {
      self.interfaces = try [InterfaceDescription(ServiceMethods.description)] + interfaces
    } catch {
      fatalError("\(Self.ownName), \(error)")
    }
  }

  /// Takes one message, without its NUL. Whatever is in it, the connection can go on afterwards.
  public func receive(_ message: [UInt8]) -> Incoming {
    var scanner = JSONScanner(message, nestingLimit: limits.nesting)
    let envelope: Envelope
    do throws(InvalidValue) {
      envelope = try Envelope(
        &scanner, strings: ["method"], flags: ["more", "oneway", "upgrade"])
    } catch {
      return .answer(Self.answer(error), isOneway: false)
    }
    let isOneway = envelope.flags["oneway"] ?? false
    // Who takes no reply would never be found to have stopped reading them.
    if isOneway, let refusal = refusalOfStream(envelope) {
      return .answer(Message.error(refusal), isOneway: false)
    }
    do throws(ServiceError) {
      let call = try call(envelope, &scanner)
      guard call.method.hasPrefix(Self.ownName + ".") else { return .call(call) }
      return .answer(try answer(call), isOneway: isOneway)
    } catch {
      return .answer(Message.error(error), isOneway: isOneway)
    }
  }

  /// Why a call that takes no reply cannot be carried out: it asks for many. The caller contradicts itself,
  /// and is told.
  private func refusalOfStream(_ envelope: Envelope) -> ServiceError? {
    let streams = envelope.strings["method"].map(methodsThatStream.contains) ?? false
    guard streams || envelope.flags["more"] == true else { return nil }
    return .invalidParameter(
      parameter: "oneway",
      message: "found true, allowed is false where "
        + (streams ? "the method answers for as long as the connection lives" : "more is true"))
  }

  /// What to send before a connection is closed whose stream cannot be understood any more.
  public static func answer(_ error: FrameError) -> [UInt8] {
    switch error {
    case .messageTooLong(let limit):
      answer(
        InvalidValue(path: "", message: "the message is longer than the \(limit) bytes that are allowed"))
    }
  }

  private static func answer(_ error: InvalidValue) -> [UInt8] {
    Message.error(ServiceError.invalidParameter(parameter: error.path, message: error.message))
  }

  private func call(_ envelope: Envelope, _ scanner: inout JSONScanner) throws(ServiceError) -> Call {
    guard let name = envelope.strings["method"] else {
      throw .invalidParameter(parameter: "method", message: "missing; expected is a method's name")
    }
    guard let dot = name.lastIndex(of: "."), name.utf8.count <= Self.methodNameBytes else {
      throw .invalidParameter(
        parameter: "method",
        message: "found \"\(JSONText.short(name))\", expected is an interface and a method, such as "
          + ServiceMethods.GetInfo.name)
    }
    guard let interface = interfaces.first(where: { $0.name == name[..<dot] }) else {
      throw .interfaceNotFound(interface: String(name[..<dot]))
    }
    guard let method = interface.methods[String(name[name.index(after: dot)...])] else {
      throw .methodNotFound(method: name)
    }
    guard envelope.flags["upgrade"] != true else { throw .methodNotImplemented(method: name) }
    let wantsMore = envelope.flags["more"] ?? false
    guard wantsMore || !methodsThatStream.contains(name) else { throw .expectedMore }
    return Call(
      method: name, wantsMore: wantsMore, isOneway: envelope.flags["oneway"] ?? false,
      rawParameters: try parameters(method, of: interface, at: envelope.parameters, &scanner))
  }

  private func parameters(
    _ method: MethodDescription, of interface: InterfaceDescription, at range: Range<Int>?,
    _ scanner: inout JSONScanner
  ) throws(ServiceError) -> ArraySlice<UInt8> {
    do throws(InvalidValue) {
      let checker = ValueChecker(types: interface.types)
      guard let range else {
        var nothing = JSONScanner(Array("{}".utf8), nestingLimit: 1)
        try checker.structure(method.parameters, &nothing)
        return nothing.bytes[...]
      }
      scanner.restart(at: range.lowerBound)
      try checker.structure(method.parameters, &scanner)
      return scanner.bytes[range]
    } catch {
      throw .invalidParameter(parameter: error.path, message: error.message)
    }
  }

  private func answer(_ call: Call) throws(ServiceError) -> [UInt8] {
    switch call.method {
    case ServiceMethods.GetInfo.name:
      return Message.reply(
        ServiceMethods.GetInfo.Reply(
          vendor: information.vendor, product: information.product, version: information.version,
          url: information.url, interfaces: interfaces.map(\.name)))
    case ServiceMethods.GetInterfaceDescription.name:
      let wanted = try call.parameters(of: ServiceMethods.GetInterfaceDescription.self).interface
      guard let interface = interfaces.first(where: { $0.name == wanted }) else {
        throw .interfaceNotFound(interface: JSONText.short(wanted))
      }
      return Message.reply(ServiceMethods.GetInterfaceDescription.Reply(description: interface.text))
    default: throw .methodNotImplemented(method: call.method)
    }
  }
}
