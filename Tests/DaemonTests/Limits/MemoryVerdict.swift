/// Holds what requests take against what they may.
struct MemoryVerdict {
  private struct Found {
    let part: Double
    let held: Int
    let figures: RequestMemory.Figures

    var text: String {
      "\(Int(part * 100)) %: \(held) bytes for \(figures.message.count), charged \(figures.charged): "
        + figures.text.prefix(4000)
    }
  }

  /// What a line begins with that says what is wrong.
  static let sign = "!"

  private let memory: RequestMemory
  private(set) var count = 0
  /// Those that take the largest part of what they may, and of what is charged.
  private var mostOfAllowed: [RequestMemory.Phase: Found] = [:]
  private var mostOfCharged: [RequestMemory.Phase: Found] = [:]
  private var violations: [String] = []

  init(_ memory: RequestMemory) { self.memory = memory }

  mutating func add(_ all: [RequestMemory.Figures]) {
    count += all.count
    for figures in all {
      for phase in RequestMemory.Phase.allCases { check(figures, phase) }
    }
  }

  private mutating func check(_ figures: RequestMemory.Figures, _ phase: RequestMemory.Phase) {
    guard figures.held[phase] != nil else { return }
    let (held, allowed) = (memory.held(phase, of: figures), figures.allowed)
    for (most, what, words) in [
      (\MemoryVerdict.mostOfAllowed, allowed, "may take \(allowed)"),
      (\.mostOfCharged, figures.charged, "is charged with"),
    ] {
      let found = Found(part: Double(held) / Double(what), held: held, figures: figures)
      if found.part > self[keyPath: most][phase]?.part ?? 0 { self[keyPath: most][phase] = found }
      if held > what { violations.append("\(phase.rawValue), more than it \(words): \(found.text)") }
    }
  }

  /// The figures, and a line with the ``sign`` for each of some violations.
  func lines(_ name: String) -> [String] {
    let heading = "\(name): \(count) requests; in tables \(memory.shares[true].map { "\($0)" } ?? "")"
    let figures = RequestMemory.Phase.allCases.flatMap { phase in
      [
        mostOfAllowed[phase].map { "  \(phase.rawValue), of what it may take \($0.text)" },
        mostOfCharged[phase].map { "  \(phase.rawValue), of what is charged \($0.text)" },
      ].compactMap(\.self)
    }
    return [heading] + figures + violations.prefix(40).map { "\(Self.sign) \($0)" }
      + (violations.isEmpty ? [] : ["\(Self.sign) \(violations.count) in all"])
  }
}
