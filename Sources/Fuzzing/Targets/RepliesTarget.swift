import SchedulerAPI
import SchedulerCore
import Varlink

/// Bytes of programs, servers and file systems that the daemon passes on: its own readers take whatever it
/// writes of them.
enum RepliesTarget: FuzzTarget {
  static let name = "replies"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    let scalars = text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }
    let expected = String(String.UnicodeScalarView(scalars))
    let output = SchedulerMethod.Output.Reply(output: text, truncated: false, inJournal: false)
    hold((try? SchedulerMethod.Output.Reply(json: output.json))?.output == expected, "output is read again")
    let progress = Wire.Progress(completedUnitCount: 0, totalUnitCount: 1, title: text, subtitle: text)
    let read = try? Wire.Progress(json: progress.json)
    hold(read?.title == expected && read?.subtitle == expected, "progress is read again")
    let reason = Wire.Reason(SchedulerCore.Reason(code: .when, message: text, required: text, observed: text))
    let reread = try? Wire.Reason(json: reason.json)
    hold(reread?.message == expected && reread?.observed == expected, "a reason is read again")
    // Names of variables become members of an object.
    let command = Wire.Command(argv: [text], environment: ["A": text])
    let again = try? Wire.Command(json: command.json)
    hold(again?.argv == [expected] && again?.environment == ["A": expected], "a command is read again")
    let error = Message.error(SchedulerInterfaceError.unavailable(message: text))
    hold(PlainMessage(Array(error.dropLast()))?.error != nil, "an error is read again")
  }
}
