/// The texts of answers to checks, beside yes or no. Users' programs write them whenever they are asked, not
/// when a request is accepted, so each user has a share of room that nothing else uses. A text that finds no
/// room is dropped, and people read yes or no.
struct AnswerWords {
  /// The room of each user, in bytes.
  static let share = 64 << 10

  private struct Text {
    var text: String
    var uid: UInt32
  }

  private var texts: [Int32: Text] = [:]
  private var bytes: [UInt32: Int] = [:]

  subscript(_ leaf: Int32) -> String? { texts[leaf]?.text }

  mutating func keep(_ text: String, of uid: UInt32, for leaf: Int32) {
    remove(leaf)
    let taken = bytes[uid, default: 0] + text.utf8.count
    guard taken <= Self.share else { return }
    bytes[uid] = taken
    texts[leaf] = Text(text: text, uid: uid)
  }

  mutating func remove(_ leaf: Int32) {
    guard let old = texts.removeValue(forKey: leaf) else { return }
    let left = bytes[old.uid, default: 0] - old.text.utf8.count
    bytes[old.uid] = left == 0 ? nil : left
  }
}
