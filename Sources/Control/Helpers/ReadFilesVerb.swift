import LinuxSystem

enum ReadFilesVerb {
  static let specification = VerbSpecification(
    name: "read-files", summary: "Read files for bgtaskd, as the user whose task needs them",
    operands: .none,
    notes: [
      "bgtaskd starts it before a program that has --environment-file or --load-credential. The files are",
      "those that BGTASK_FILE_0, BGTASK_FILE_1 and so on name; what they hold, or why it cannot be read,",
      "goes to standard output in a form of its own.",
    ],
    examples: ["read-files"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let names = (0..<FileBundle.maximumItems).map { "\(FileBundle.variable)\($0)" }
    let paths = names.lazy.map(invocation.context.environment).prefix { $0 != nil }.compactMap { $0 }
    guard !invocation.console.output.isTerminal else {
      throw invocation.misuse("its output is not for a terminal")
    }
    invocation.console.printBytes(FileBundle.bytes(of: FileBundle.read(Array(paths))))
    return .success
  }
}
