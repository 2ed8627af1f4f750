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
