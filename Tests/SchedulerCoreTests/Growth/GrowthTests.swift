import Testing

@Suite("Growth")
struct GrowthTests {
  @Test(
    "What happens to four times as many tasks costs four times as much and no more, whatever they ask for",
    arguments: GrowthMeasurement.wishes)
  func growth(of wish: Wish) throws {
    let measurement = GrowthMeasurement.asked
    let tables = try Life.all.map { try measurement.table(wish, $0) }
    for fault in tables.flatMap(measurement.faults) { Issue.record("\(fault)") }
    if measurement.isShown {
      print(GrowthText(measurement: measurement).lines(of: tables).joined(separator: "\n"))
    }
  }
}

extension Wish: CustomTestStringConvertible {
  var testDescription: String { name }
}
