/// A list of names and values, one a line.
struct Properties {
  private var table = Table(
    [.init(heading: "", isRightAligned: true), .init(heading: "", minimumWidth: 20)], showsHeadings: false)

  init() {
    table.gap = " "
    table.wraps = true
  }

  /// Adds a line, unless there is no value.
  mutating func add(_ name: String, _ value: String?, _ style: Style = .plain) {
    guard let value, !value.isEmpty else { return }
    table.rows.append([.init(name + ":", .bold), .init(value, style)])
  }

  func show(on invocation: Invocation) { invocation.show(table) }
}
