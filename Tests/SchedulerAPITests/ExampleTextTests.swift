import InterfaceGenerator
import SchedulerAPI
import TestSupport
import Testing
import Varlink

/// The text's examples and what it says of errors, held against its declarations. That a daemon answers like
/// that is the daemon's test.
struct ExampleTextTests {
  private let description: InterfaceDescription
  private let text = ProtocolText(SchedulerCall.interface.text)

  init() throws { description = try InterfaceDescription(SchedulerCall.interface.text) }

  @Test("Every method has an example of a call that can be read, and of what comes back")
  func calls() throws {
    #expect(text.methods == description.methods.map(\.name))
    for method in description.methods {
      let lines = text.examples.filter { $0.method == method.name }
      #expect(
        lines.contains { $0.name == method.name && [.call, .more].contains($0.form) }, "\(method.name)")
      #expect(lines.contains { $0.form == .reply }, "\(method.name)")
    }
    for line in text.examples where [.call, .more].contains(line.form) {
      let more = line.form == .more ? #","more":true"# : ""
      let message = try """
      {"method":"\(SchedulerMethod.interface).\(line.name ?? "")","parameters":\(line.value.json)\(more)}
      """
      guard case .call = Answerer().service.receive(Array(message.utf8)) else {
        Issue.record("\(line) is not a call")
        continue
      }
    }
  }

  @Test("Every example has the fields that are declared, with values of their types")
  func fields() throws {
    var called = ""
    for line in text.examples {
      let fields: [Field]
      switch line.form {
      case .call, .more:
        called = line.name ?? ""
        fields = try #require(description.methods.first { $0.name == called }, "\(line)").parameters
      case .reply:
        let name = line.name ?? called
        fields = try #require(description.methods.first { $0.name == name }, "\(line)").reply
      case .error:
        fields = try #require(description.errors.first { $0.name == line.name }, "\(line)").fields
        #expect(text.errors[called]?.contains(line.name ?? "") == true, "\(line)")
      }
      let problem = ExampleType(description).problem(of: try line.value, as: .structure(fields))
      #expect(problem == nil, "\(line)")
    }
  }

  @Test("What is not declared, or not of its type, would be found")
  func problems() throws {
    let type = ExampleType(description)
    let reply = try #require(description.methods.first { $0.name == "History" }?.reply)
    for (text, problem) in [
      (#"{"runs":[]}"#, nil),
      (#"{"cursor":"1","runs":["…"]}"#, nil),
      (#"{"runs":[{"attempt":1,"…":true}]}"#, nil),
      (#"{}"#, ".runs is missing"),
      (#"{"…":true}"#, nil),
      (#"{"runs":[],"more":true}"#, ".more is not declared"),
      (#"{"runs":[{"attempt":"1","…":true}]}"#, ".runs[0].attempt is not int"),
      (#"{"runs":[{"kind":"…","…":true}]}"#, nil),
      (#"{"runs":[{"kind":"odd","…":true}]}"#, ".runs[0].kind is not Kind"),
      (#"{"cursor":1,"runs":[]}"#, ".cursor is not string"),
    ] {
      #expect(type.problem(of: try JSONValue(text), as: .structure(reply)) == problem, "\(text)")
    }
  }

  @Test("Every error that a method names is declared, and every error that is declared is named by a method")
  func errors() {
    let declared = description.errors.map(\.name)
    for method in text.methods {
      for name in text.errors[method] ?? [] { #expect(declared.contains(name), "\(method): \(name)") }
    }
    #expect(Set(text.errors.values.joined()) == Set(declared))
  }

  @Test("A method whose parameters have bounds names the error for what is out of them")
  func bounds() {
    let bounded = description.methods.filter { method in
      method.parameters.contains { field in
        let comment = field.comment.joined(separator: " ")
        return comment.contains(/\([0-9]+ to [0-9]+\)|[0-9] elements\)/) || field.name == "identifier"
      }
    }
    #expect(bounded.count > 8)
    for method in bounded { #expect(text.errors[method.name]?.first == "InvalidRequest", "\(method.name)") }
  }

  @Test("Every field of every message is described")
  func comments() {
    for type in description.types {
      #expect(!type.comment.isEmpty, "\(type.name)")
      guard case .structure(let fields) = type.type else { continue }
      for field in fields { #expect(!field.comment.isEmpty, "\(type.name).\(field.name)") }
    }
    for method in description.methods {
      for field in method.parameters + method.reply {
        #expect(!field.comment.isEmpty, "\(method.name).\(field.name)")
      }
    }
  }

  @Test("No line is wider than a terminal or a page of mail shows")
  func width() {
    for line in SchedulerCall.interface.text.split(separator: "\n") {
      #expect(line.utf8.count <= 106, "\(line)")
    }
  }
}

/// A value of an example against a type of the interface. What is left out may be anything.
private struct ExampleType {
  private let description: InterfaceDescription

  init(_ description: InterfaceDescription) { self.description = description }

  /// - Returns: What is wrong, and where; nil when nothing is.
  func problem(of value: JSONValue, as type: ValueType, at path: String = "") -> String? {
    if value == .text(ProtocolText.Line.leftOut) { return nil }
    switch (type, value) {
    case (.bool, .bool), (.int, .number), (.string, .text): return nil
    case (.optional(let inner), _): return problem(of: value, as: inner, at: path)
    case (.array(let element), .array(let elements)):
      return elements.enumerated().lazy.compactMap {
        problem(of: $0.element, as: element, at: "\(path)[\($0.offset)]")
      }.first
    case (.map(let element), .object(let members)):
      return members.sorted { $0.key < $1.key }.lazy.compactMap {
        isLeftOut($0.key) ? nil : problem(of: $0.value, as: element, at: "\(path).\($0.key)")
      }.first
    case (.enumeration(let names), .text(let name)) where names.contains(name): return nil
    case (.structure(let fields), .object(let members)): return problem(of: members, as: fields, at: path)
    case (.named(let name), _):
      guard let named = description.types.first(where: { $0.name == name }) else {
        return "\(name) is unknown"
      }
      let found = problem(of: value, as: named.type, at: path)
      return found.map { $0.hasPrefix("\(path) is not") ? "\(path) is not \(name)" : $0 }
    default: return "\(path) is not \(type)"
    }
  }

  private func problem(of members: [String: JSONValue], as fields: [Field], at path: String) -> String? {
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where !isLeftOut(name) {
      guard let field = fields.first(where: { $0.name == name }) else {
        return "\(path).\(name) is not declared"
      }
      if let problem = problem(of: value, as: field.type, at: "\(path).\(name)") { return problem }
    }
    guard !members.keys.contains(where: isLeftOut) else { return nil }
    return fields.first { !$0.isOptional && members[$0.name] == nil }.map { "\(path).\($0.name) is missing" }
  }

  private func isLeftOut(_ name: String) -> Bool { name == ProtocolText.Line.leftOut }
}
