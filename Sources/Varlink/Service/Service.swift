// Room Varlink: the Varlink protocol and its JSON.
// Way in: `Service` reads calls, `ClientConnection` makes them, `JSONReader` and `JSONWriter`.
// Must not know: scheduling, and any method but Varlink's own.

/// The first stage of a Varlink service: checks each message, reads it as a call, and answers it where the
/// protocol itself defines the answer.
package struct Service<Call: InterfaceCall>: Sendable {
  /// The most bytes of a method's name: no interface declares a longer one, and an error would repeat it.
  private static var methodNameBytes: Int { 255 }

  private let information: ServiceInformation
  private let limits: MessageLimits

  /// The result of reading a method and its parameters.
  private enum Reading {
    case own(Call)
    case common(ServiceCall)
    case refused(ServiceError)
  }

  /// Creates a service of the calls' interface and of `org.varlink.service`.
  package init(_ information: ServiceInformation, limits: MessageLimits = MessageLimits()) {
    self.information = information
    self.limits = limits
  }

  /// Reads one message, without its NUL. The connection can go on after any message.
  package func receive(_ message: [UInt8]) -> Incoming<Call> {
    do throws(InvalidValue) {
      var early: Reading?
      var reader = makeReader(message)
      let envelope = try Envelope(.call, &reader) { reader, name in
        let reading = read(name, &reader)
        early = reading
        if case .refused = reading { return false }
        return true
      }
      return answer(early ?? late(envelope, message), envelope)
    } catch {
      return .answer(Message.error(ServiceError(error)), isOneway: false)
    }
  }

  private func makeReader(_ bytes: [UInt8], at start: Int = 0) -> JSONReader {
    JSONReader(
      bytes, at: start, nestingLimit: limits.nesting, refusesUnknown: true, cutsLists: limits.cutsLists)
  }

  /// Reads parameters that came before the name of their method, or are absent.
  private func late(_ envelope: Envelope, _ message: [UInt8]) -> Reading {
    guard let name = envelope.name else {
      return .refused(
        .invalidParameter(parameter: "method", message: "missing; expected a method's name"))
    }
    var reader =
      envelope.parameters.map { makeReader(message, at: $0.lowerBound) } ?? makeReader(Array("{}".utf8))
    return read(name, &reader)
  }

  private func read(_ name: String, _ reader: inout JSONReader) -> Reading {
    guard let dot = name.lastIndex(of: "."), name.utf8.count <= Self.methodNameBytes else {
      return .refused(
        .invalidParameter(
          parameter: "method",
          message: "found \"\(JSONText.short(name))\", expected an interface and a method, such as "
            + ServiceMethod.GetInfo.name))
    }
    let method = name[name.index(after: dot)...]
    do throws(InvalidValue) {
      switch name[..<dot] {
      case Call.interface.name[...]:
        return try Call(method: method, from: &reader).map { .own($0) }
          ?? .refused(.methodNotFound(method: name))
      case ServiceCall.interface.name[...]:
        return try ServiceCall(method: method, from: &reader).map { .common($0) }
          ?? .refused(.methodNotFound(method: name))
      default: return .refused(.interfaceNotFound(interface: String(name[..<dot])))
      }
    } catch {
      return .refused(ServiceError(error))
    }
  }

  // MARK: Answers

  private func answer(_ reading: Reading, _ envelope: Envelope) -> Incoming<Call> {
    let (isOneway, wantsMore) = (envelope.isOneway, envelope.hasMore)
    // A caller that takes no reply could never be dropped as a slow reader. The two flags contradict each
    // other, so the call is refused.
    if isOneway, wantsMore { return refusal(ofOneway: "more is true") }
    switch reading {
    case .refused(let error): return .answer(Message.error(error), isOneway: isOneway)
    case _ where envelope.wantsUpgrade:
      return .answer(
        Message.error(ServiceError.methodNotImplemented(method: envelope.name ?? "")), isOneway: isOneway)
    case .own(let call) where call.needsMore && isOneway:
      return refusal(ofOneway: "the method answers for as long as the connection lives")
    case .own(let call) where call.needsMore && !wantsMore:
      return .answer(Message.error(ServiceError.expectedMore), isOneway: false)
    case .own(let call): return .call(call, wantsMore: wantsMore, isOneway: isOneway)
    case .common(let call): return .answer(answer(call), isOneway: isOneway)
    }
  }

  private func refusal(ofOneway reason: String) -> Incoming<Call> {
    let error = ServiceError.invalidParameter(
      parameter: "oneway", message: "found true, allowed is false where \(reason)")
    return .answer(Message.error(error), isOneway: false)
  }

  private func answer(_ call: ServiceCall) -> [UInt8] {
    let interfaces = [ServiceCall.interface, Call.interface]
    switch call {
    case .getInfo:
      return Message.reply(
        ServiceMethod.GetInfo.Reply(
          vendor: information.vendor, product: information.product, version: information.version,
          url: information.url, interfaces: interfaces.map(\.name)))
    case .getInterfaceDescription(let parameters):
      guard let interface = interfaces.first(where: { $0.name == parameters.interface }) else {
        let wanted = JSONText.short(parameters.interface)
        return Message.error(ServiceError.interfaceNotFound(interface: wanted))
      }
      return Message.reply(ServiceMethod.GetInterfaceDescription.Reply(description: interface.text))
    }
  }
}

/// The result of reading a caller's message.
package enum Incoming<Call: InterfaceCall>: Sendable {
  /// A call for the owner of the service, with whether the caller takes more than one reply, or none.
  case call(Call, wantsMore: Bool, isOneway: Bool)
  /// An answer that is known already: an error, or the reply of a method of `org.varlink.service`. The bytes
  /// are a whole message.
  case answer([UInt8], isOneway: Bool)

  /// Whether the caller takes no reply, for ``ReplySequencer/open(oneway:)``.
  package var isOneway: Bool {
    switch self {
    case .call(_, _, let isOneway), .answer(_, let isOneway): isOneway
    }
  }
}

/// The description of a service that `org.varlink.service.GetInfo` returns.
package struct ServiceInformation: Hashable, Sendable {
  package var vendor: String
  package var product: String
  package var version: String
  /// The address of the service's documentation.
  package var url: String

  package init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}

extension ServiceError {
  /// Creates the error reply to a message that cannot be accepted.
  init(_ error: InvalidValue) { self = .invalidParameter(parameter: error.path, message: error.message) }

  /// Creates the error to send before a connection is closed whose stream cannot be decoded any further.
  package init(_ error: FrameError) {
    switch error {
    case .messageTooLong(let limit):
      self = .invalidParameter(
        parameter: "", message: "the message is longer than the \(limit) bytes that are allowed")
    }
  }
}
