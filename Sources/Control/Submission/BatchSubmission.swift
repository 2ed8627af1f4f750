import Glibc
import LinuxSystem
import SchedulerAPI
import Varlink

/// Submits the requests of a file, many in a call.
struct BatchSubmission {
  /// The most requests, and bytes of requests, of one call. Results carry whole tasks and are larger: with
  /// these sizes a reply stays well within the 1 MiB of a message.
  private static let chunkRequests = 500
  private static let chunkBytes = 256 << 10
  /// The longest line in bytes: the daemon would refuse a longer message anyway.
  private static let lineBytes = 900 << 10

  private let invocation: Invocation
  private let daemon: DaemonConnection
  private let progress: ProgressLine
  /// Lines that were not sent yet, with their numbers.
  private var chunk: [(number: Int, json: ArraySlice<UInt8>)] = []
  private var chunkSize = 0
  private var results: [Wire.SubmitResult] = []
  private var accepted = 0
  private var refused = 0
  private var status = ExitStatus.success

  private init(_ invocation: Invocation, _ daemon: DaemonConnection) {
    self.invocation = invocation
    self.daemon = daemon
    progress = ProgressLine(invocation)
  }

  /// - Returns: Success when all requests were accepted, else the status of the first refusal.
  static func run(_ path: String, _ invocation: Invocation) throws(Failure) -> ExitStatus {
    let number = invocation.context.open(path)
    guard number >= 0 else {
      throw .cannotRead(path)
    }
    var reader = LineReader(Descriptor(owning: number), maximumLineBytes: lineBytes)
    var batch = BatchSubmission(invocation, try invocation.connect())
    return try batch.run(path, &reader)
  }

  private mutating func run(_ path: String, _ reader: inout LineReader) throws(Failure) -> ExitStatus {
    let total = reader.totalBytes
    var line = 0
    do throws(Failure) {
      while let bytes = try next(path, &reader) {
        line += 1
        try add(bytes, line: line)
        if chunk.count >= Self.chunkRequests || chunkSize >= Self.chunkBytes {
          try send()
          progress.show(reader.bytesTaken, of: total, "\(accepted) submitted")
        }
      }
      try send()
    } catch {
      progress.end()
      var failure = error
      failure.message += "; \(accepted) requests of earlier lines were accepted"
      throw failure
    }
    progress.end()
    finish()
    return status
  }

  private func next(_ path: String, _ reader: inout LineReader) throws(Failure) -> ArraySlice<UInt8>? {
    do throws(SystemError) {
      return try reader.next()
    } catch {
      throw .cannotRead(path, error)
    }
  }

  /// Adds a line, which has to be one request, because it becomes a part of a message. The daemon checks the
  /// fields.
  private mutating func add(_ line: ArraySlice<UInt8>, line number: Int) throws(Failure) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    guard line.count <= Self.lineBytes else {
      // The beginning of the next line is not known.
      throw Failure(
        .data, name: "InvalidLine", message: "line \(number): it is longer than \(Self.lineBytes) bytes")
    }
    guard !line.contains(0) else { return try refuse(number, "it contains a NUL") }
    do throws(InvalidValue) {
      _ = try Wire.TaskRequest(json: Array(line), refusesUnknown: true, nestingLimit: MessageLimits().nesting)
    } catch {
      return try refuse(number, error.description)
    }
    chunk.append((number, line))
    chunkSize += line.count
  }

  private mutating func send() throws(Failure) {
    guard !chunk.isEmpty else { return }
    var parameters = Array(#"{"requests":["#.utf8)
    parameters.reserveCapacity(chunkSize + chunk.count + 32)
    for (index, entry) in chunk.enumerated() {
      if index > 0 { parameters.append(UInt8(ascii: ",")) }
      parameters += entry.json
    }
    parameters += "]}".utf8
    let reply: SchedulerMethod.SubmitBatch.Reply
    do throws(Failure) {
      reply = try daemon.call(SchedulerMethod.SubmitBatch.self, rawParameters: parameters).reply
    } catch {
      throw naming(line: error)
    }
    guard reply.results.count == chunk.count else {
      throw Failure(
        .software, name: "ProtocolViolation",
        message: "the daemon gave \(reply.results.count) results for \(chunk.count) requests")
    }
    for (entry, result) in zip(chunk, reply.results) { take(result, line: entry.number) }
    if invocation.wantsJSON { results += reply.results }
    chunk.removeAll(keepingCapacity: true)
    chunkSize = 0
  }

  private mutating func take(_ result: Wire.SubmitResult, line: Int) {
    guard let error = result.error else {
      accepted += 1
      return
    }
    refused += 1
    if status == .success {
      let known = SchedulerInterfaceError(VarlinkError(name: error))
      status = known.map(Failure.status) ?? .software
    }
    guard !invocation.wantsJSON else { return }
    let field = result.field.map { "\($0): " } ?? ""
    let name = error.split(separator: ".").last.map(String.init) ?? error
    say(line, field + (result.message ?? name))
  }

  private func finish() {
    guard !invocation.wantsJSON else {
      let reply = SchedulerMethod.SubmitBatch.Reply(results: results)
      return invocation.console.printJSON(reply.json)
    }
    let tasks = accepted == 1 ? "task" : "tasks"
    invocation.console.print(
      "Submitted \(accepted) \(tasks)" + (refused > 0 ? "; refused: \(refused)." : "."))
  }

  // MARK: Messages

  /// Returns the failure with the line's number instead of the daemon's field (`requests[3].kind`).
  private func naming(line failure: Failure) -> Failure {
    let prefix = "requests["
    guard failure.message.hasPrefix(prefix) else { return failure }
    let rest = failure.message.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let index = Int(digits), chunk.indices.contains(index), rest.dropFirst(digits.count).hasPrefix("]")
    else { return failure }
    let subject = rest.dropFirst(digits.count + 1).drop { $0 == "." }
    var named = failure
    named.message = "line \(chunk[index].number): \(subject)"
    return named
  }

  /// Refuses a line that is no request. The lines after it are still submitted.
  private mutating func refuse(_ line: Int, _ message: String) throws(Failure) {
    // Results and messages come in the order of the lines.
    try send()
    refused += 1
    if status == .success { status = .data }
    if invocation.wantsJSON {
      results.append(Wire.SubmitResult(error: "InvalidLine", message: "line \(line): \(message)"))
    } else {
      say(line, message)
    }
  }

  private func say(_ line: Int, _ message: String) {
    progress.end()
    invocation.console.printError(SafeText.inline("bgtaskctl: line \(line): \(message)") + "\n")
  }
}
