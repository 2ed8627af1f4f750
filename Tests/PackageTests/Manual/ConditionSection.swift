import SchedulerCore

/// The part of bgtask-when(7) that explains the conditions of the machine: it is made of their table.
enum ConditionSection {
  static let begin = #".\" Made of the table of conditions by `make generate`. Changes belong there."#
  static let end = FieldSection.end

  static var text: String {
    let plain = PlainCondition.allCases.map { (".B \(escaped($0.rawValue))", $0.row.description) }
    let named = NamedCondition.allCases.map {
      (#".BI \#($0.rawValue) " \(dqNAME\(dq""#, $0.row.description)
    }
    let lines = (plain + named).flatMap { [".TP", $0.0] + FieldSection.sentences($0.1) }
    return ([begin] + lines + [end, ""]).joined(separator: "\n")
  }

  private static func escaped(_ word: String) -> String { word.replacing("-", with: "\\-") }
}
