/// What was said besides yes or no when leaves were asked. Programs of users say it, whenever they are asked
/// and not when the request is accepted, so a user has a share of room for it that nothing else is counted
/// against. What finds no room any more is not kept: people read yes or no.
struct AnswerWords {
  /// In bytes.
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
