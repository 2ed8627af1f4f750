// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The rule by which a task is retried after a failure. A date of a repeating task that comes before the
  /// retry takes its place, as a first attempt.
  package struct Retry: MessageStructure {
    /// The growth of the delays.
    package var backoff: Wire.Backoff
    /// The first delay (0 to 3162240000000000). Absent: 30 s, or the longest delay if that is shorter.
    package var initialDurationUSec: Int64?
    /// The longest delay, no shorter than the first (1 to 3162240000000000). Absent: 5 h, or the first delay
    /// if that is longer.
    package var maximumDurationUSec: Int64?
    /// The number of attempts in all, the first included (1 to 1000). Absent: 10; for a transfer 43, whose
    /// delays add up to a week.
    package var maximumAttempts: Int?

    package init(
      backoff: Wire.Backoff, initialDurationUSec: Int64? = nil, maximumDurationUSec: Int64? = nil,
      maximumAttempts: Int? = nil
    ) {
      (self.backoff, self.initialDurationUSec) = (backoff, initialDurationUSec)
      (self.maximumDurationUSec, self.maximumAttempts) = (maximumDurationUSec, maximumAttempts)
    }

    private static let fields: [StaticString] = [
      "backoff", "initialDurationUSec", "maximumAttempts", "maximumDurationUSec"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var backoff: Wire.Backoff?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: backoff = try Wire.Backoff(from: &reader)
          case 1: if try !reader.null() { initialDurationUSec = try reader.integer() }
          case 2: if try !reader.null() { maximumAttempts = Int(try reader.integer()) }
          default: if try !reader.null() { maximumDurationUSec = try reader.integer() }
        }
      }
      self.backoff = try reader.required(backoff, "backoff", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("backoff", backoff)
      writer.member("initialDurationUSec", initialDurationUSec)
      writer.member("maximumAttempts", maximumAttempts)
      writer.member("maximumDurationUSec", maximumDurationUSec)
    }

    /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
    package enum Bounds {
      package static let initialDurationUSec: ClosedRange<Int64> = 0...3162240000000000
      package static let maximumDurationUSec: ClosedRange<Int64> = 1...3162240000000000
      package static let maximumAttempts: ClosedRange<Int> = 1...1000
    }

    /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.number(initialDurationUSec, Bounds.initialDurationUSec, path, "initialDurationUSec")
      try FieldCheck.number(maximumDurationUSec, Bounds.maximumDurationUSec, path, "maximumDurationUSec")
      try FieldCheck.number(maximumAttempts, Bounds.maximumAttempts, path, "maximumAttempts")
    }
  }
}
