/// The way to have another scheduler leave the work to bgtaskd.
enum Disabling: Hashable {
  /// The removal of a line from a table.
  /// - Parameter place: The words that follow "take the line out": `with` a command, or `of` a file.
  case line(Int, place: String)
  /// A command line to run.
  case command(String)

  /// Returns the instructions for all of them, with the lines of one table together.
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
