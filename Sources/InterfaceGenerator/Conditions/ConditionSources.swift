import SchedulerCore

/// The Swift sources that follow from the table of conditions: the translation of the core's `Conditions` to
/// the protocol's, the client library's names of conditions, and the properties of the tests' simulated
/// machine.
package struct ConditionSources {
  /// The fields of the protocol's `Conditions`.
  private let all: [Field]

  /// Creates the sources from the description that declares `Conditions`.
  package init(_ interface: InterfaceDescription) {
    let type = interface.types.first { $0.name == "Conditions" }?.type
    if case .structure(let fields)? = type { all = fields } else { all = [] }
  }

  /// The fields that are the core's as well, with their comments.
  private var fields: [(field: ConditionField, description: Field)] {
    all.compactMap { description in ConditionField(rawValue: description.name).map { ($0, description) } }
  }

  // MARK: The protocol

  /// The translation of the core's conditions to the protocol's.
  package var translation: (name: String, text: String) {
    file("Wire.Conditions+Fields", imports: ["package import SchedulerCore"]) { source in
      source.block("extension Wire.Conditions") { source in
        source.documentation(
          [
            "Creates the fields of the core's conditions. An unknown flag that is not optional reads as one "
              + "that holds nothing back."
          ], else: "")
        source.function("init", ["fields conditions: SchedulerCore.Conditions"], "") { source in
          // The protocol's own fields are filled in later: those that are not optional are lists.
          let arguments = all.compactMap { description in
            ConditionField(rawValue: description.name).map { Self.argument($0, description) }
              ?? (description.isOptional ? nil : "\(description.name): []")
          }
          source.filled("self.init(", arguments, ")")
        }
        source.line()
        source.documentation("Returns the value of a field; a flag may stand for an unknown one.")
        source.function("package func value", ["of field: ConditionField"], " -> ConditionValue") { source in
          source.line("switch field {")
          for (field, _) in fields { source.line("case .\(field): \(Self.value(field))") }
          source.line("}")
        }
      }
    }
  }

  private static func argument(_ field: ConditionField, _ description: Field) -> String {
    switch field.place {
    case .names: "\(field): conditions.\(field)?.sorted()"
    case .flag where !description.isOptional: "\(field): conditions.\(field) ?? \(field == .idle)"
    case .flag, .percent, .powerSource, .network: "\(field): conditions.\(field)"
    }
  }

  private static func value(_ field: ConditionField) -> String {
    switch field.place {
    case .flag: ".flag(\(field))"
    case .percent: ".percent(\(field))"
    case .powerSource: ".powerSource(\(field))"
    case .network: ".network(\(field))"
    case .names: ".names(\(field).map(Set.init))"
    }
  }

  // MARK: The client library

  /// The conditions of a request in Swift.
  package var names: [(name: String, text: String)] {
    [
      file("BGTaskCondition+Plain", imports: ["import SchedulerCore"]) { source in
        source.block("extension BGTaskCondition") { source in
          source.separated(PlainCondition.allCases) { writePlain($0, to: &$1) }
        }
      },
      file("BGTaskCondition+Named", imports: ["import SchedulerCore"]) { source in
        source.block("extension BGTaskCondition") { source in
          source.separated(NamedCondition.allCases) { writeNamed($0, to: &$1) }
        }
      },
      file("BGTaskCondition+Name", imports: []) { source in
        source.block("extension BGTaskCondition") { source in
          source.documentation(
            [
              "The name of a condition, whatever it asks: a ``BGTaskRequest/Relaxation`` names by it what it "
                + "drops. The raw value is the word of bgtask-when(7)."
            ], else: "")
          source.block("public enum Name: String, CaseIterable, Sendable") { source in
            for (word, description) in ConditionAtom.words {
              source.documentation(description)
              let name = SwiftName.camelCase(word)
              source.line("case \(name)" + (name == word ? "" : " = \"\(word)\""))
            }
          }
        }
      },
    ]
  }

  private func writePlain(_ condition: PlainCondition, to source: inout SourceText) {
    source.documentation(condition.row.description)
    source.line(
      "public static var \(condition): BGTaskCondition { BGTaskCondition(.plain(.\(condition))) }")
    source.line()
    source.documentation("\(condition.row.perfect) for so long.")
    source.block("public static func \(condition)(for duration: Duration) -> BGTaskCondition") {
      $0.line("BGTaskCondition(.plain(.\(condition)), for: duration)")
    }
  }

  private func writeNamed(_ condition: NamedCondition, to source: inout SourceText) {
    source.documentation(condition.row.description)
    source.line("/// - Parameters:")
    source.documentation(of: "name", ["The name, 1 to 255 bytes."])
    source.documentation(of: "duration", ["For so long without a break; `nil` is just now."])
    source.block(
      "public static func \(condition)(_ name: String, for duration: Duration? = nil) -> BGTaskCondition"
    ) {
      $0.line("BGTaskCondition(.named(.\(condition), name), for: duration)")
    }
  }

  // MARK: The simulated machine

  /// The properties of the tests' simulated machine.
  package var simulation: (name: String, text: String) {
    file("SimulatedScheduler.Conditions+Fields", imports: ["import SchedulerCore"]) { source in
      source.block("extension SimulatedScheduler.Conditions") { source in
        source.separated(fields.filter { Self.type(of: $0.field) != nil }) { field, source in
          writeProperty(field.field, field.description, to: &source)
        }
      }
    }
  }

  private func writeProperty(_ field: ConditionField, _ description: Field, to source: inout SourceText) {
    let comment = description.comment.joined(separator: " ")
    let sentence = comment.replacing(" Absent: no source reports it.", with: "").dropLast()
    source.documentation("\(sentence); `nil` is unknown.")
    source.block("public var \(Self.property(of: field)): \(Self.type(of: field) ?? "")") {
      $0.line("get { core.\(field) }")
      $0.line("set { core.\(field) = newValue }")
    }
  }

  /// Returns the type of a field's property; `nil` for the fields with a property that is written by hand.
  private static func type(of field: ConditionField) -> String? {
    switch field.place {
    case .flag: "Bool?"
    case .names: "Set<String>?"
    case .percent, .powerSource, .network: nil
    }
  }

  /// Returns the name of a field's property: a flag reads as an assertion (Swift's API Design Guidelines).
  private static func property(of field: ConditionField) -> String {
    switch field {
    case .lowPowerMode: "isLowPowerModeEnabled"
    case .thermalPressure: "isHot"
    case .cpuPressure: "areProcessorsBusy"
    case .memoryPressure: "isMemoryShort"
    case .ioPressure: "areDisksBusy"
    case .vpn: "isOnVPN"
    case let field where field.isFlag: "is" + SwiftName.uppercased(field.rawValue)
    default: field.rawValue
    }
  }

  private func file(
    _ name: String, imports: [String], _ body: (inout SourceText) -> Void
  ) -> (name: String, text: String) {
    SourceText.file(name, of: "the table of conditions", imports: imports, body)
  }
}

extension ConditionField {
  /// Whether the field says yes or no.
  fileprivate var isFlag: Bool { if case .flag = place { true } else { false } }
}
