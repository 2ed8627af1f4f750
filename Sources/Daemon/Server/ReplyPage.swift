import Varlink

/// A reply with a list in it, put together element by element.
struct ReplyPage: Sendable {
  private var json = JSONWriter()
  /// How many elements it has.
  private(set) var count = 0

  /// A reply without elements.
  /// - Parameter member: The list's name.
  init(_ member: StaticString) {
    json.beginObject()
    json.name(member)
    json.beginArray()
  }

  /// How long it is.
  var bytes: Int { json.bytes.count }

  /// - Parameter element: JSON.
  mutating func append(_ element: [UInt8]) {
    json.separate()
    json.raw(element)
    count += 1
  }

  /// The whole message.
  /// - Parameter cursor: Where the next page begins.
  func message(cursor: String?, continues: Bool) -> [UInt8] {
    message(continues: continues) { json in
      guard let cursor else { return }
      json.name("cursor")
      json.text(cursor)
    }
  }

  /// The whole message, with what the list is about.
  func message(about name: StaticString, _ value: some MessageValue) -> [UInt8] {
    message(continues: false) { json in
      json.name(name)
      value.write(to: &json)
    }
  }

  private func message(continues: Bool, _ rest: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = json
    json.endArray()
    rest(&json)
    json.endObject()
    return Message.reply(rawParameters: json.bytes, continues: continues)
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
