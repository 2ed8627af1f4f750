/// What a message from a caller comes to.
package enum Incoming<Call: InterfaceCall>: Sendable {
  /// A call that the owner of the service answers. The caller takes more than one reply, or none.
  case call(Call, wantsMore: Bool, isOneway: Bool)
  /// The answer is known already: an error, or a method of `org.varlink.service`. The bytes are a whole
  /// message.
  case answer([UInt8], isOneway: Bool)

  /// Whether the caller takes no reply: what ``ReplySequencer/open(oneway:)`` needs.
  package var isOneway: Bool {
    switch self {
    case .call(_, _, let isOneway), .answer(_, let isOneway): isOneway
    }
  }
}
