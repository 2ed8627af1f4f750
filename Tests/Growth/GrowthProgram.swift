import Glibc
import PlainText

/// Measures what each occasion costs with more and more tasks of each kind of request, and prints the table:
///
///     growth [--requests=PART] SIZES [SIZES]
///
/// `SIZES` are numbers of tasks with commas in between, the fewest first; the second list is measured besides
/// for simple requests. With `--requests` only requests are measured whose names have that part. The exit
/// status is 1 when something costs too much, which is marked with `!` and named at the end.
@main enum GrowthProgram {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var part = ""
    if let option = arguments.first, option.hasPrefix("--requests=") {
      part = String(option.dropFirst("--requests=".count))
      arguments.removeFirst()
    }
    let sizes = arguments.compactMap { list -> [Int]? in
      let numbers = list.split(separator: ",").map { Int($0) }
      return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
    }
    let wishes = Wish.all.filter { part.isEmpty || $0.name.hasPart(part) }
    guard let first = sizes.first, first.count > 1, 1...2 ~= sizes.count, sizes.count == arguments.count,
      !wishes.isEmpty
    else {
      print("usage: growth [--requests=PART] SIZES [SIZES]")
      exit(64)
    }
    let measurement = GrowthMeasurement(sizes: first, sizesOfSimple: sizes.dropFirst().flatMap(\.self))
    let tables = try measurement.tables(wishes) { line in
      print(line)
      fflush(nil)
    }
    print(GrowthText(measurement: measurement).lines(of: tables).joined(separator: "\n"), terminator: "\n\n")
    let faults = tables.flatMap { table in measurement.faults(of: table).map { "\(table.wish.name): \($0)" } }
    for fault in faults { print("Too much: \(fault)") }
    if faults.isEmpty { print("Nothing costs more than in proportion, and no event lasts 50 ms.") }
    exit(faults.isEmpty ? 0 : 1)
  }
}
