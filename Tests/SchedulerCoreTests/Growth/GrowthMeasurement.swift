import Glibc

/// How the table is measured: in the suite its short form, by `make growth` all of it.
struct GrowthMeasurement {
  /// So many tasks, the fewest first.
  let sizes: [Int]
  /// So many besides, of tasks that ask for little.
  var sizesOfSimple: [Int] = []
  /// What takes longer in all, in nanoseconds, is not lived to its end.
  let patience: Int64
  /// No event may take longer, in nanoseconds; nil where that depends on who has built it.
  var longestAllowed: Int64?

  /// The number of measurements of a row that seems too much: other work on the machine makes it seem more
  /// than it is. With five, nine rows still seemed up to 1.13 times too much beside the rest of the suite.
  private static let attempts = 20
  /// What is so many times too much is that: where 14 programs shared two processors, nothing that is in
  /// proportion seemed to be more than 1.2 times too much.
  private static let hopeless = 2.0

  /// The table is for reading.
  var isShown: Bool { longestAllowed != nil }

  /// `BGTASKD_GROWTH` asks for all of it, with the sizes: "300 1200 4800".
  static let asked =
    getenv("BGTASKD_GROWTH").map { sizes in
      GrowthMeasurement(
        sizes: String(cString: sizes).split(separator: " ").compactMap { Int($0) },
        sizesOfSimple: [19_200, 100_000], patience: 60_000_000_000, longestAllowed: 50_000_000)
    } ?? GrowthMeasurement(sizes: [75, 300], patience: 120_000_000_000)

  /// `BGTASKD_GROWTH_WISHES` asks for those only whose names have this in them.
  static let wishes = Wish.all.filter { wish in
    getenv("BGTASKD_GROWTH_WISHES").map { wish.name.contains(String(cString: $0)) } ?? true
  }

  func table(_ wish: Wish, _ life: Life) throws -> GrowthTable {
    // What a program does for the first time takes longer.
    var first = GrowthTable(wish, life)
    try first.measure(5, patience: patience)

    var table = GrowthTable(wish, life)
    var last: Int64 = 0
    for size in life.sizes(wish.isSimple ? sizes + sizesOfSimple : sizes) {
      // With four times as many it would take sixteen times as long, if it goes on growing so.
      guard last < patience / 8 else {
        table.giveUp(size)
        continue
      }
      last = try table.measure(size, patience: patience)
    }
    for _ in 1..<Self.attempts where mayBeAllowed(table) {
      for size in table.sizes { try table.measure(size, patience: patience) }
    }
    return table
  }

  /// Something is too much, and by so little that it may not be.
  private func mayBeAllowed(_ table: GrowthTable) -> Bool {
    let excesses = table.rows.flatMap { $0.steps.map(\.excess) + $0.cells.map(excess) }
    return table.spent < patience / 2 && excesses.contains { 1 < $0 && $0 < Self.hopeless }
  }

  /// How many times as long as it may the longest event of it takes.
  func excess(of cell: GrowthRow.Cell) -> Double {
    guard let longestAllowed else { return 0 }
    return cell.cost.map { Double($0.longest) / Double(longestAllowed) } ?? .infinity
  }
}
