import Glibc
import LinuxSystem

/// A file that a user changes with the editor of their choice.
struct EditedFile {
  let path: String
  /// The content before the change.
  let original: [UInt8]
  private let context: Context
  /// The directory that was made for the file; nil for an existing file.
  private let directory: String?

  /// Reads an existing file.
  init(_ path: String, in context: Context) throws(Failure) {
    try self.init(path, directory: nil, context)
  }

  private init(_ path: String, directory: String?, _ context: Context) throws(Failure) {
    (self.path, self.directory, self.context) = (path, directory, context)
    original = try Self.read(path)
  }

  /// Creates a file with a text in a directory of its own, which other users cannot read.
  init(text: String, named name: String, in context: Context) throws(Failure) {
    var template = Array("\(context.environment("TMPDIR") ?? "/tmp")/bgtaskctl-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.failure(SystemError(call: "mkdtemp")) }
    let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = "\(directory)/\(name)"
    do throws(SystemError) { try SmallFile.create(text, at: path, mode: 0o600) } catch {
      throw Self.failure(error)
    }
    try self.init(path, directory: directory, context)
  }

  /// Removes the directory that was made for the file, with all that the editor left there.
  func remove() {
    guard let directory else { return }
    for name in DirectoryReader.names(in: directory) { unlink("\(directory)/\(name)") }
    rmdir(directory)
  }

  /// Opens the file in the editor and waits for the editor's end.
  /// - Returns: The content afterwards.
  func edit() throws(Failure) -> [UInt8] {
    let status: CInt
    let words = try editor()
    context.console.flush()
    do throws(SystemError) { status = try context.runProgram(words) } catch {
      throw ProgramPath.cannotStart(RawText(words[0]), error.code)
    }
    guard status == 0 else {
      throw Failure(
        .inputOutput, name: "EditorFailed",
        message: "the editor ended with status \(status), and nothing was changed",
        next: "set VISUAL or EDITOR in the environment to another editor")
    }
    return try Self.read(path)
  }

  /// Returns the command that opens the file: VISUAL or EDITOR, as a shell reads it, else `editor` or `vi`.
  private func editor() throws(Failure) -> [String] {
    if let words = context.environment("VISUAL") ?? context.environment("EDITOR") {
      return ["/bin/sh", "-c", "\(words) \"$@\"", "sh", path]
    }
    for name in ["editor", "vi"] {
      if let program = try? ProgramPath.resolve(name, in: context) { return [program, path] }
    }
    throw Failure(
      .noInput, name: "NoEditor", message: "there is no editor: PATH has neither editor nor vi",
      next: "name one in the environment: EDITOR=nano bgtaskctl edit …")
  }

  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) { return try SmallFile.read(path, atMost: 1 << 20) } catch {
      throw failure(error)
    }
  }

  private static func failure(_ error: SystemError) -> Failure {
    Failure(.inputOutput, name: "CannotEdit", message: error.description)
  }
}
