/// What few of many values have, apart from all the rest. Where everything about it is usual it is one empty
/// word; else it is kept elsewhere, and copies share it until they change it. A task is copied many times on
/// its way, and what it costs follows from what it says.
struct Rare<Part: RarePart>: Hashable, Sendable, CustomStringConvertible {
  /// What is kept where something is not usual.
  final class Box: Sendable {
    let part: Part

    init(_ part: Part) { self.part = part }
  }

  /// Nil where everything is usual.
  private(set) var box: Box?

  /// The part; nothing is kept when it is the usual one.
  init(_ part: Part = .usual) { box = part == .usual ? nil : Box(part) }

  /// Changes some of it.
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

/// What is usual nearly always.
protocol RarePart: Hashable, Sendable {
  /// What most have.
  static var usual: Self { get }
}
