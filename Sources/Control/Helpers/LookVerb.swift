import Glibc
import LinuxSystem
import SchedulerCore
import Varlink

/// `look`, which the daemon starts as the task's user where a task has a path watch.
enum LookVerb {
  static let specification = VerbSpecification(
    name: "look", summary: "Print the state of files and folders, to see whether they change",
    operandUsage: "PATH...", operands: .words(1...PathTrigger.limit, .files),
    notes: [
      "bgtaskd starts it for OnPathChanged=: where its standard output is a socket, a watch of the paths",
      "goes with the answer. It needs no daemon. The same state of the paths gives the same number, and the",
      "date is that of the newest change; both together say whether a task would start.",
    ],
    examples: ["look ~/Documents"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    var paths: [String] = []
    for path in invocation.line.operands {
      paths.append(try ProgramPath.absolute(path, in: invocation.context))
    }
    do throws(SystemError) {
      // The watch begins first, so a change between the two is noticed.
      let watch = try ChangeWatch()
      for path in paths { try watch.add(path) }
      let stamp = try PathProbe.stamp(of: paths)
      if try !MessagePair.send(stamp.text, with: watch.events) { print(stamp, invocation) }
      return .success
    } catch {
      let problem = SafeText.inline(error.subject.map { "\(error.text): \($0)" } ?? error.text)
      _ = try? MessagePair.send(problem)
      throw Failure(.temporary, name: "CannotLook", message: problem)
    }
  }

  private static func print(_ stamp: PathStamp, _ invocation: Invocation) {
    if invocation.wantsJSON {
      var json = JSONWriter()
      json.beginObject()
      json.member("digest", stamp.digest)
      json.member("newestUSec", stamp.newest?.uSec)
      json.endObject()
      invocation.console.printJSON(json.bytes)
    } else {
      let date = stamp.newest.map { invocation.date($0.uSec) } ?? "nothing there"
      invocation.console.print("\(UInt64(bitPattern: stamp.digest))  \(date)")
    }
  }
}
