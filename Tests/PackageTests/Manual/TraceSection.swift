import SchedulerCore

@testable import Replay

/// The part of bgtaskctl(1) that says which values the fields of a record may have: it is made of the table
/// of conditions.
enum TraceSection {
  static let begin = #".\" Made of the table of conditions by `make generate`. Changes belong there."#

  static var text: String {
    var groups: [(values: String, fields: [String])] = []
    for field in ConditionField.allCases {
      let values = ConditionText.values(of: field)
      let name = field.words == field.rawValue ? field.rawValue : "\(field.rawValue) (\(field.words))"
      if let place = groups.firstIndex(where: { $0.values == values }) {
        groups[place].fields.append(name)
      } else {
        groups.append((values, [name]))
      }
    }
    groups.append(("on, asleep, off", [ChangesReader.machine]))
    let lines = groups.flatMap { group in
      [".br"]
        + group.fields.enumerated().map { place, name in
          let words = name.split(separator: " ", maxSplits: 1).map(String.init)
          let end = place == group.fields.count - 1 ? ":" : ","
          return words.count == 1
            ? ".BR \(words[0]) \(end)" : ".BR \(words[0]) \" \(words[1])\(end)\""
        } + [group.values]
    }
    return ([begin, ".IP"] + lines.dropFirst() + [FieldSection.end, ""]).joined(separator: "\n")
  }
}
