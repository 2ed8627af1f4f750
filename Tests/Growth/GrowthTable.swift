/// What a wish costs in a life, with more and more tasks.
struct GrowthTable {
  let wish: Wish
  let life: Life
  private(set) var sizes: [Int] = []
  /// Why what was measured shows nothing.
  private(set) var problems: Set<String> = []
  /// What all that was lived has taken of the processor, in nanoseconds.
  private(set) var spent: Int64 = 0
  /// By the number of tasks.
  private var populations: [Int: Population] = [:]
  /// By the number of tasks; nil is more than anybody waits for.
  private var costs: [Int: [Cost?]] = [:]

  init(_ wish: Wish, _ life: Life) { (self.wish, self.life) = (wish, life) }

  /// Lives the life with so many tasks, and keeps the least that it has ever cost.
  /// - Parameter patience: What takes longer in all is not lived to its end.
  /// - Returns: What it has taken in all.
  @discardableResult
  mutating func measure(_ size: Int, patience: Int64) throws -> Int64 {
    let population = try populations[size] ?? Population(wish, of: size)
    populations[size] = population
    let lived = life.lived(by: population, patience: patience)
    problems.formUnion(lived.problems)
    spent += lived.spent
    keep(lived.costs, size)
    return lived.spent
  }

  /// A size that would take longer than anybody waits for.
  mutating func giveUp(_ size: Int) { keep(life.occasions.map { _ in nil }, size) }

  private mutating func keep(_ found: [Cost?], _ size: Int) {
    if costs[size] == nil { sizes.append(size) }
    costs[size] = costs[size].map { zip($0, found).map(Cost.least) } ?? found
  }

  /// A row for each occasion.
  var rows: [GrowthRow] {
    life.occasions.enumerated().map { number, occasion in
      GrowthRow(
        occasion: occasion, cells: sizes.map { .init(size: $0, cost: costs[$0]?[number] ?? nil) })
    }
  }
}
