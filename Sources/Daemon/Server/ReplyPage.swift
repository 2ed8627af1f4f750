import Varlink

/// A reply with a list in it, which is put together element by element.
struct ReplyPage: Sendable {
  private var json = JSONWriter()
  /// The number of elements.
  private(set) var count = 0

  /// Creates a reply without elements.
  /// - Parameter member: The list's name.
  init(_ member: StaticString) {
    json.beginObject()
    json.name(member)
    json.beginArray()
  }

  /// The length of the reply so far, in bytes.
  var bytes: Int { json.bytes.count }

  /// - Parameter element: An element as JSON.
  mutating func append(_ element: [UInt8]) { append { $0.raw(element) } }

  mutating func append(_ element: some MessageValue) { append { element.write(to: &$0) } }

  private mutating func append(_ write: (inout JSONWriter) -> Void) {
    json.separate()
    write(&json)
    count += 1
  }

  /// Returns the whole message.
  /// - Parameter cursor: The beginning of the next page, if there is one.
  func message(cursor: String?, continues: Bool) -> [UInt8] {
    message(continues: continues) { json in
      guard let cursor else { return }
      json.member("cursor", cursor)
    }
  }

  /// Returns the whole message, with the value that the list is about.
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

/// The form of the answer to `List` or `History`.
enum ListForm {
  /// Pages, each of which is a reply (`more`).
  case stream
  /// One page, with a cursor when there is more.
  case page
  /// One reply with everything, or an error.
  case whole
}
