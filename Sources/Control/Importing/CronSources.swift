import Glibc
import LinuxSystem
import SystemdSyntax

/// Finds and reads tables for cron and anacron.
struct CronSources {
  private static let systemTable = "/etc/crontab"
  private static let systemDirectory = "/etc/cron.d/"
  private static let spool = "/var/spool/cron/"
  private static let anacronTable = "/etc/anacrontab"

  let invocation: Invocation
  let isAnacron: Bool

  /// Returns the tables in these files, or the usual ones when no file is named. A usual file that cannot
  /// be read, or that cron passes over, is a problem and keeps nobody from the others.
  func tables(
    _ files: [String]
  ) throws(Failure) -> (tables: [(CronTable, CronImport.Source)], problems: [SyntaxProblem]) {
    guard files.isEmpty else { return (try files.map { file throws(Failure) in try read(file) }, []) }
    guard !isAnacron else { return ([try read(Self.anacronTable)], []) }
    guard invocation.line.flag("system") else { return ([try own()], []) }
    var tables: [(CronTable, CronImport.Source)] = []
    var problems: [SyntaxProblem] = []
    let names = DirectoryReader.names(in: Self.systemDirectory)
    for file in [Self.systemTable].filter({ access($0, F_OK) == 0 })
      + names.filter(Self.isRead).map({ Self.systemDirectory + $0 })
    {
      do throws(Failure) {
        tables.append(try read(file))
      } catch {
        problems.append(SyntaxProblem(.error, file: file, text: "is left out: \(error.message)"))
      }
    }
    for name in names where !Self.isRead(name) && !name.hasPrefix(".") {
      problems.append(
        SyntaxProblem(
          .warning, file: Self.systemDirectory + name,
          text: "is left out, as cron reads no file whose name has other characters than letters, digits, _ "
            + "and -"))
    }
    return (tables, problems)
  }

  /// Whether cron reads a file of this name in its directory (cron(8)). Package managers leave others behind.
  private static func isRead(_ name: String) -> Bool {
    name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
  }

  // MARK: Reading

  private func read(_ file: String) throws(Failure) -> (CronTable, CronImport.Source) {
    let isSystem =
      invocation.line.flag("system") || file == Self.systemTable || file.hasPrefix(Self.systemDirectory)
    let number = invocation.context.open(file)
    guard number >= 0 else {
      throw .cannotRead(file)
    }
    var user: String?
    if file.hasPrefix(Self.spool) { user = file.split(separator: "/").last.map(String.init) }
    let place =
      if let user { "with crontab -u \(user) -e" } else if file == "-" { "with crontab -e" } else {
        "of \(file)"
      }
    var source = CronImport.Source(
      file: file == "-" ? "standard input" : file,
      form: isAnacron ? .anacron : isSystem && user == nil ? .system : .user, user: user, place: place,
      isPrivate: true)
    var status = stat()
    if fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & S_IROTH != 0 {
      source.isPrivate = false
    }
    return (try table(Descriptor(owning: number), source), source)
  }

  /// Returns the user's own table, which only crontab(1) may read.
  private func own() throws(Failure) -> (CronTable, CronImport.Source) {
    let command = "crontab -l"
    let source = CronImport.Source(
      file: command, form: .user, user: nil, place: "with crontab -e", isPrivate: true)
    guard let stream = popen(command, "r") else {
      throw Failure(.inputOutput, name: "CannotRead", message: SystemError(call: "popen").description)
    }
    let read = Result { () throws(Failure) in
      try table(Descriptor(owning: dup(fileno(stream))), source)
    }
    guard pclose(stream) == 0 else {
      throw Failure(
        .noInput, name: "NoCrontab", message: "\(command) has no table",
        next: "name a file: bgtaskctl import crontab FILE, or --system for those of the system")
    }
    return (try read.get(), source)
  }

  private func table(
    _ descriptor: consuming Descriptor, _ source: CronImport.Source
  ) throws(Failure) -> CronTable {
    var table = CronTable(file: source.file, source.form)
    var lines = LineReader(descriptor, maximumLineBytes: UnitFile.maximumLineBytes)
    var number = 0
    do throws(SystemError) {
      while let line = try lines.next() {
        number += 1
        guard line.count <= UnitFile.maximumLineBytes, lines.bytesTaken <= UnitFile.maximumBytes else {
          table.refuse(line: number)
          break
        }
        table.take(line, line: number)
      }
    } catch {
      throw .cannotRead(source.file, error)
    }
    return table
  }
}
