import Varlink

/// A reply with a list in it, put together element by element.
struct ReplyPage: Sendable {
  private var json: [UInt8]
  /// How many elements it has.
  private(set) var count = 0

  /// A reply without elements.
  /// - Parameter member: The list's name.
  init(_ member: StaticString) {
    json = [UInt8](#"{""#.utf8)
    member.withUTF8Buffer { json.append(contentsOf: $0) }
    json += #"":["#.utf8
  }

  /// How long it is.
  var bytes: Int { json.count }

  /// - Parameter element: JSON.
  mutating func append(_ element: [UInt8]) {
    if count > 0 { json.append(UInt8(ascii: ",")) }
    json += element
    count += 1
  }

  /// The whole message.
  /// - Parameter cursor: Where the next page begins.
  func message(cursor: String?, continues: Bool) -> [UInt8] {
    var parameters = json
    parameters.append(UInt8(ascii: "]"))
    if let cursor { parameters += Array(#","cursor":"#.utf8) + MessageCoding.encode(cursor) }
    parameters.append(UInt8(ascii: "}"))
    return Message.reply(rawParameters: parameters, continues: continues)
  }
}

/// How a list or history that was asked for is answered.
enum ListForm {
  /// Page by page, each a reply (`more`).
  case stream
  /// One page, with a cursor when there is more.
  case page
  /// In one reply, or not at all.
  case whole
}
