import Glibc
import SchedulerAPI
import SchedulerCore
import Varlink

/// `fetch`, which has a file moved over the network while no user waits for it.
enum FetchVerb {
  static let specification = VerbSpecification(
    name: "fetch", group: .work, summary: "Download a file, or upload one, when there is a network",
    operandUsage: "URL [FILE]", operands: .words(1...2, .files),
    options: [
      SubmissionWait.option, .flag("upload", "Send FILE to URL instead of fetching it"),
    ] + fields.compactMap(OptionSpecification.init),
    notes: [
      "If FILE is not given, or is a directory, the file has the name that URL ends with, in the current",
      "directory or in FILE. The file appears in one step when it is complete. An interrupted transfer goes",
      "on where it stopped, also after a restart of bgtaskd or of the machine.",
      "With --wait it exits with 0 when the file is there. Without a daemon curl(1) does the same, once.",
    ],
    examples: [
      "fetch https://example.org/image.iso",
      "fetch --wait --checksum sha256:HEX https://example.org/image.iso /srv/image.iso",
      "fetch --upload --headers-file ~/.config/token https://example.org/in/report.pdf report.pdf",
    ], run: run)

  /// The fields of a request that a transfer may have, besides direction, URL and file.
  private static let fields = RequestField.all.filter { field in
    let others = [
      "kind", "requiresIdle", "strategy", "unit", "content", "freezeDurationUSec", "template",
      "checkpointFile", "transfer.direction", "transfer.url", "transfer.file",
    ]
    return !others.contains(field.name) && !field.name.hasPrefix("command.")
      && !field.name.hasPrefix("limits.") && !field.name.hasPrefix("pathChange.")
  }

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let url = invocation.line.operands[0]
    let isUpload = invocation.line.flag("upload")
    let file = try file(of: url, invocation)
    try isUpload ? checkIsFile(file) : checkHasDirectory(file)
    let identifier = invocation.line.value("identifier") ?? identifier(of: file, isUpload: isUpload)
    var request = Wire.TaskRequest(
      identifier: identifier, kind: .transfer,
      transfer: Wire.Transfer(direction: isUpload ? .upload : .download, url: url, file: file))
    try RequestBuilder.take(fields, from: invocation, into: &request)
    for path in [\Wire.Transfer.headersFile, \Wire.Transfer.report] {
      guard let given = request.transfer?[keyPath: path] else { continue }
      request.transfer?[keyPath: path] = try ProgramPath.absolute(given, in: invocation.context)
    }
    let daemon = try invocation.connect()
    func submit() throws(Failure) -> SubmittedWork {
      let (reply, json) = try SubmitVerb.submit(
        request, daemon, as: "fetch", operands: ["transfer.url": "URL", "transfer.file": "FILE"])
      if !invocation.wroteJSON(json) { try SubmitVerb.show(reply.task, before: nil, daemon, invocation) }
      return SubmittedWork(reply.task, mayBeKept: request.onConflict == .keep)
    }
    return try SubmissionWait.run(identifier, daemon, invocation, submitting: submit)
  }

  /// Returns the file that is meant, by its absolute path.
  private static func file(of url: String, _ invocation: Invocation) throws(Failure) -> String {
    let given = try ProgramPath.absolute(
      invocation.line.operands.count > 1 ? invocation.line.operands[1] : ".", in: invocation.context)
    guard DirectoryCheck.isDirectory(given) else { return given }
    // The path behind the host, up to the query or the fragment.
    let address = url.prefix { !"?#".contains($0) }
    let parts = address.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
    guard let name = parts.last, !name.isEmpty, name != ".", name != ".." else {
      throw invocation.misuse("\(url) does not end with the name of a file: give a name after it")
    }
    return given.hasSuffix("/") ? given + name : "\(given)/\(name)"
  }

  private static func checkHasDirectory(_ file: String) throws(Failure) {
    let directory = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
    try DirectoryCheck.require(directory.isEmpty ? "/" : directory, for: "the file")
  }

  private static func checkIsFile(_ path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 else {
      throw Failure(
        .noInput, name: "CannotRead", message: "there is no file \(path) that you can read",
        next: "--upload sends a file that is there")
    }
  }

  /// Returns the same identifier for the same file, so that no two transfers write it at once: a waiting one
  /// is replaced, and a running one is waited for.
  private static func identifier(of file: String, isUpload: Bool) -> String {
    var digest = ContentDigest()
    digest.add(file.utf8)
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let words = String(letters).split(separator: "-").joined(separator: "-").prefix(40)
    let number = String(UInt32(truncatingIfNeeded: digest.value), radix: 16)
    return [isUpload ? "send" : "fetch", words.isEmpty ? "file" : String(words), number]
      .joined(separator: ".")
  }
}
