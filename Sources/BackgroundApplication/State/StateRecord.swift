import Foundation

/// A value as it lies in a file.
struct StateRecord<Value: Codable & Sendable>: Codable {
  private let version: Int
  private let saved: StateHead.Moment
  let value: Value

  /// When it was saved, to the second.
  var date: Date { saved.date }

  init(version: Int, saved: Date, value: Value) {
    (self.version, self.saved, self.value) = (version, StateHead.Moment(date: saved), value)
  }

  /// What the file has; nil when there is none.
  /// - Throws: ``StateProblem/unreadable(_:)`` when there may be one that cannot be read now; anything else
  ///   when what it has is of no use.
  init?(_ file: URL, version: Int, _ migrate: (_ version: Int, _ json: Data) throws -> Value) throws {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw StateProblem.unreadable(error.localizedDescription)
    }
    let head = try JSONDecoder().decode(StateHead.self, from: data)
    if head.version == version {
      self = try JSONDecoder().decode(StateRecord.self, from: data)
    } else {
      let old = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let json = try JSONSerialization.data(withJSONObject: old?["value"] as Any, options: .fragmentsAllowed)
      self.init(version: version, saved: head.saved.date, value: try migrate(head.version, json))
    }
  }

  /// Throws when it was saved too long ago.
  func check(_ maximumAge: Duration?, at now: Date) throws {
    let age = Duration.seconds(now.timeIntervalSince(date))
    if let maximumAge, age > maximumAge { throw StateProblem.tooOld(age) }
  }

  /// Puts it in the place of what is there.
  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(self)
    try SyncedFile.makeDirectory(file.deletingLastPathComponent())
    try SyncedFile.replace(file, with: data)
  }
}

/// What every version of a record has.
private struct StateHead: Decodable {
  let version: Int
  let saved: Moment

  /// A date for people. Those of values are as any `JSONEncoder` writes them, so that whoever migrates reads
  /// them with any decoder, and nothing of a second is lost.
  struct Moment: Codable {
    let date: Date

    init(date: Date) { self.date = date }

    init(from decoder: any Decoder) throws {
      date = try Date(decoder.singleValueContainer().decode(String.self), strategy: .iso8601)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(date.ISO8601Format())
    }
  }
}
