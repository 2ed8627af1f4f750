import FleetCore
import SchedulerCore
import Varlink

extension JSONReader {
  /// Returns the value of a required member.
  func need<Value>(
    _ value: Value?, _ name: StaticString, in members: Members
  ) throws(InvalidValue) -> Value {
    guard let value else { throw missing(name, in: members, as: Value.self) }
    return value
  }

  /// Reads one of the words of a type.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type
  ) throws(InvalidValue) -> Word {
    let start = mark
    guard let word = Word(rawValue: try text()) else {
      rewind(to: start)
      throw mismatch("one of: " + Word.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }
}

/// The members about a grant, as they are read.
struct GrantName {
  var occurrence: Int64?
  var epoch: Int64?

  func id(_ reader: JSONReader, _ members: JSONReader.Members) throws(InvalidValue) -> GrantID {
    GrantID(
      occurrence: try reader.need(occurrence, "occurrence", in: members),
      epoch: try reader.need(epoch, "epoch", in: members))
  }
}

extension Grant {
  init(from reader: inout JSONReader) throws(InvalidValue) {
    var name = GrantName()
    var (task, deadline): (Int64?, Int64?)
    var (identifier, user, digest, request): (String?, String?, String?, String?)
    var mode: FleetMode?
    var members = try reader.object()
    while let member = try reader.member(&members, of: Self.members) {
      guard try !reader.null() else { continue }
      switch member {
      case 0: name.occurrence = try reader.integer()
      case 1: name.epoch = try reader.integer()
      case 2: task = try reader.integer()
      case 3: identifier = try reader.text()
      case 4: user = try reader.text()
      case 5: digest = try reader.text()
      case 6: mode = try reader.word(FleetMode.self)
      case 7:
        request = String(decoding: try reader.raw(), as: UTF8.self)
      default: deadline = try reader.integer()
      }
    }
    self.init(
      id: try name.id(reader, members), task: try reader.need(task, "task", in: members),
      identifier: try reader.need(identifier, "identifier", in: members),
      user: try reader.need(user, "user", in: members),
      class: ClassID(try reader.need(digest, "class", in: members)),
      mode: try reader.need(mode, "mode", in: members),
      request: try reader.need(request, "request", in: members), deadlineUSec: deadline)
  }

  private static let members: [StaticString] = [
    "occurrence", "epoch", "task", "identifier", "user", "class", "mode", "request", "deadlineUSec",
  ]
}
