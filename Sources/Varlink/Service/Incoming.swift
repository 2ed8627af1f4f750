/// What a message from a caller comes to.
public enum Incoming: Sendable {
  /// A call that the owner of the service answers, by the method's name.
  case call(Call)
  /// The answer is known already: an error, or a method of `org.varlink.service`. The bytes are a whole
  /// message.
  case answer([UInt8], isOneway: Bool)

  /// Whether the caller takes no reply: what ``ReplySequencer/open(oneway:)`` needs.
  public var isOneway: Bool {
    switch self {
    case .call(let call): call.isOneway
    case .answer(_, let isOneway): isOneway
    }
  }
}
