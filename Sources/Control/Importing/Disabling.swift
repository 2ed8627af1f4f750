/// How to have another scheduler leave the work to bgtaskd.
enum Disabling: Hashable {
  /// A line of a table goes.
  /// - Parameter place: What follows on "take the line out": with what, or of what.
  case line(Int, place: String)
  /// A command line.
  case command(String)

  /// What to do for all of them, lines of one table together.
  static func texts(_ all: [Disabling]) -> [String] {
    var places: [String] = []
    var lines: [String: [Int]] = [:]
    var commands: [String] = []
    for one in all {
      switch one {
      case .command(let command): commands.append(command)
      case .line(let line, let place):
        if lines[place] == nil { places.append(place) }
        lines[place, default: []].append(line)
      }
    }
    return places.map { place in
      let numbers = lines[place] ?? []
      let words = numbers.map(String.init).joined(separator: ", ")
      return "take \(numbers.count == 1 ? "line" : "lines") \(words) out \(place)"
    } + commands
  }
}
