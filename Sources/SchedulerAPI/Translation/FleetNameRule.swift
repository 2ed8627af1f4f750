/// The rule for names of machines and of groups of machines, as the functions of a fleet's database have it.
package enum FleetNameRule {
  /// The most bytes of a group's name.
  package static let mostOfGroup = 64
  /// The most bytes of a machine's name.
  package static let mostOfMachine = 253

  /// Whether a machine or a group may have the name.
  package static func permits(_ text: String, atMost limit: Int) -> Bool {
    let isMadeOfNames = text.utf8.allSatisfy { byte in
      FieldCheck.isLetterOrDigit(byte)
        || [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-")].contains(byte)
    }
    return isMadeOfNames && (1...limit).contains(text.utf8.count) && !text.hasPrefix(".")
      && !text.hasPrefix("-")
  }

  /// The rule in words, after "allowed are".
  package static func words(atMost limit: Int) -> String {
    "1 to \(limit) letters, digits, '_', '.' and '-', the last two not at the beginning"
  }
}
