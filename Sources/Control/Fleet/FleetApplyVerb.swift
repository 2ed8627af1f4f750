import ConfigurationFiles
import FleetAPI
import PlainText
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import Varlink

enum FleetApplyVerb {
  static let name = "apply"

  static let specification = VerbSpecification(
    name: name, group: .common, summary: "Hand the tasks of files with Fleet= to the fleet",
    operandUsage: "[FILE|DIRECTORY…]", operands: .words(0...1000, .files),
    options: [
      .flag("dry-run", "Say what would become of the tasks, and change nothing"),
      .flag("prune", "Cancel the tasks that you have applied from files and that no file has now"),
    ],
    notes: [
      "Without operands it reads the tasks.d directories that the daemon of this user, or of the system for",
      "root or with --system, reads; of several files with one name the first directory's counts, and an",
      "empty file hides the others. Directories that are named take their place, in their order.",
      "A new task is submitted. An open task whose file has changed is updated: what waits gets the new",
      "request, what a machine has goes on, and machines that have done their part do not do it again. One",
      "that has ended is submitted anew. A task whose file says the same is kept, also when it has ended or",
      "you have cancelled it.",
      "Files with errors are named with their lines, and do not keep the others from being applied; the exit",
      "status is then 65. A file that is gone cancels nothing, unless --prune is given.",
    ],
    examples: ["apply", "apply --dry-run", "apply --prune ./tasks", "apply org.example.update.task"], run: run
  )

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let isTrial = invocation.line.flag("dry-run")
    let files = FleetTaskFiles(invocation)
    if invocation.line.flag("prune"), let obstacle = files.obstacleToPruning {
      throw invocation.misuse(obstacle)
    }
    var result = FleetApplication(isTrial: isTrial, problems: files.problems)
    let failure = result.apply(files, prunes: invocation.line.flag("prune"), invocation)
    result.show(on: invocation, places: files.places)
    if let failure { throw failure }
    return result.problems.contains { $0.severity == .error } ? .data : .success
  }
}

/// The files that are to be applied, and their tasks.
struct FleetTaskFiles {
  /// The tasks for the fleet, in the order of their files.
  private(set) var declarations: [FleetDeclaration] = []
  /// The problems of files that are for the fleet, or that cannot be read.
  private(set) var problems: [SyntaxProblem] = []
  /// The names of files with errors, whose tasks may not be known.
  private(set) var unreadable: Set<String> = []
  /// The directories and files that were looked at.
  private(set) var places: [String] = []
  /// The reason why a task without a file here may have one all the same; `nil` when there is none.
  private(set) var obstacleToPruning: String?

  private let nowUSec: Int64

  init(_ invocation: Invocation) {
    nowUSec = invocation.now
    var loader = invocation.configuration(ofSystem: invocation.isAboutSystem)
    var (files, directories): ([String], [String]) = ([], [])
    for place in invocation.line.operands {
      if DirectoryCheck.isDirectory(place) { directories.append(place) } else { files.append(place) }
    }
    places = invocation.line.operands.isEmpty ? loader.taskDirectories : invocation.line.operands
    if !directories.isEmpty { loader.taskDirectories = directories }
    if files.isEmpty || !directories.isEmpty {
      let loaded = loader.tasks()
      take(loaded, loaded.fleet.problems)
    }
    for file in files {
      let loaded = loader.tasks(in: file)
      // An error may hide Fleet=, and a file that is named is meant for the fleet.
      take(loaded, loaded.problems)
      if !loaded.set.declarations.isEmpty {
        problems.append(SyntaxProblem(.error, file: file, text: "has no Fleet=: its task is the daemon's"))
      }
    }
    if !files.isEmpty {
      obstacleToPruning = "--prune goes with directories: files that are named are not all that there are"
    } else if !places.contains(where: DirectoryCheck.isDirectory) {
      let names = places.joined(separator: ", ")
      obstacleToPruning = "--prune needs a directory of tasks, and there is none of \(names)"
    } else if obstacleToPruning == nil, declarations.isEmpty, problems.isEmpty {
      let names = places.joined(separator: ", ")
      obstacleToPruning =
        "--prune finds no file with Fleet= in \(names), and would cancel all tasks that you have applied; "
        + "fleet cancel ends one of them"
    }
  }

  private mutating func take(_ loaded: LoadedTasks, _ found: [SyntaxProblem]) {
    problems += found
    unreadable.formUnion(loaded.set.unreadable)
    for declaration in loaded.fleet.declarations {
      let identifier = declaration.request.identifier
      if let other = declarations.first(where: { $0.request.identifier == identifier }) {
        problems.append(declaration.problem(declaredBy: other.file))
      } else if let problem = declaration.problemOfDates(nowUSec: nowUSec) {
        problems.append(problem)
        unreadable.insert(declaration.fileName)
      } else {
        declarations.append(declaration)
      }
    }
    if !loaded.set.isComplete {
      // The problems of directories, and of files beyond the most, come before those of single files.
      let reason = found.first.map { ", and \(CheckVerb.words($0))" } ?? ""
      obstacleToPruning = "--prune needs all files\(reason)"
    }
  }
}

/// The outcome of applying files.
struct FleetApplication {
  /// Whether the database only says what it would do.
  let isTrial: Bool
  /// The problems of the files, and of the tasks that the database has refused.
  private(set) var problems: [SyntaxProblem]
  private var applied: [(file: String, task: FleetWire.Submission)] = []
  private var pruned: [FleetWire.Pruned] = []

  init(isTrial: Bool, problems: [SyntaxProblem]) { (self.isTrial, self.problems) = (isTrial, problems) }

  /// Hands the tasks in.
  /// - Returns: The failure after which no other task could be handed in, such as a database that is away.
  mutating func apply(_ files: FleetTaskFiles, prunes: Bool, _ invocation: Invocation) -> Failure? {
    do throws(Failure) {
      for declaration in files.declarations {
        let submission = FleetSubmission(
          request: declaration.request, placement: declaration.placement, file: declaration.file,
          isTrial: isTrial)
        do throws(Failure) {
          applied.append((declaration.file, try submission.submit(invocation).0))
        } catch {
          guard error.status == .no, let problem = declaration.problem(refusedWith: error.message) else {
            throw error
          }
          problems.append(problem)
        }
      }
      guard prunes else { return nil }
      pruned = try invocation.fleetCall(
        FleetMethod.Prune.self,
        .init(
          identifiers: files.declarations.map(\.request.identifier), files: files.unreadable.sorted(),
          dryRun: isTrial)
      ).reply.tasks
      return nil
    } catch {
      return error
    }
  }

  /// Shows what became of each task, and the problems.
  func show(on invocation: Invocation, places: [String]) {
    if invocation.wroteJSON(json) { return }
    let console = invocation.console
    for problem in problems {
      console.printError("\(invocation.commands.program): \(SafeText.inline(CheckVerb.words(problem)))\n")
    }
    guard !applied.isEmpty || !pruned.isEmpty else {
      if problems.isEmpty {
        console.printSentence(
          "No file with Fleet= is in \(places.map { SafeText.inline($0) }.joined(separator: ", ")).")
      }
      return
    }
    if isTrial { console.printSentence("Nothing is changed; this is what would become of the tasks.") }
    invocation.show(table)
  }

  private var table: Table {
    var table = Table([
      .init(heading: "TASK", minimumWidth: 12, isKey: true), .init(heading: "RESULT"),
      .init(heading: "STATE", dropRank: 1), .init(heading: "FILE", minimumWidth: 12, dropRank: 0),
    ])
    for (file, task) in applied {
      table.rows.append([
        .init(task.identifier, .bold), .init(task.change, task.change == "kept" ? .plain : .green),
        .init(task.state ?? ""), .init(file),
      ])
    }
    for task in pruned {
      let state = task.stopping > 0 ? "\(task.stopping) told to stop" : ""
      table.rows.append([
        .init(task.identifier, .bold), .init("cancelled", .yellow), .init(state), .init(task.file),
      ])
    }
    return table
  }

  private var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("dryRun", isTrial)
    writer.name("problems")
    writer.array(problems) { $0.problem($1) }
    writer.member("pruned", pruned)
    writer.name("tasks")
    writer.array(applied) { writer, one in
      writer.beginObject()
      writer.member("file", one.file)
      writer.member("task", one.task)
      writer.endObject()
    }
    writer.endObject()
    return writer.bytes
  }
}
