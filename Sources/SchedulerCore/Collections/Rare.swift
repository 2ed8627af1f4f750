/// A part of a value that is usual in most values. The usual part is one empty word; any other part is on the
/// heap, shared by copies until one changes it. A task is copied many times on its way, so its cost follows
/// from what its request says.
struct Rare<Part: RarePart>: Hashable, Sendable, CustomStringConvertible {
  /// The storage of a part that is not the usual one.
  final class Box: Sendable {
    let part: Part

    init(_ part: Part) { self.part = part }
  }

  /// The storage, or `nil` for the usual part.
  private(set) var box: Box?

  /// Creates storage for the part unless it is the usual one.
  init(_ part: Part = .usual) { box = part == .usual ? nil : Box(part) }

  /// Changes the part and drops its storage when it becomes usual.
  mutating func change(_ change: (inout Part) -> Void) {
    var part = box?.part ?? .usual
    change(&part)
    self = Rare(part)
  }

  var description: String { box.map { "\($0.part)" } ?? "usual" }

  static func == (left: Rare, right: Rare) -> Bool {
    left.box === right.box || left.box?.part == right.box?.part
  }

  func hash(into hasher: inout Hasher) { hasher.combine(box?.part) }
}

/// A part that is usual in most values.
protocol RarePart: Hashable, Sendable {
  /// The part that most values have.
  static var usual: Self { get }
}
