import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

/// Downloads whose first attempt gets 50,000 bytes, and what becomes of the second.
extension Bench {
  /// A server that gives the beginning at first, and then does what the closure says.
  func server(
    _ fields: String...,
    then answer: @escaping @Sendable (ScriptedWebServer.Request, ScriptedWebServer.Answer) -> Void
  ) throws -> ScriptedWebServer {
    try ScriptedWebServer { [content] request, way in
      guard request.number == 0 else { return answer(request, way) }
      way.head((["HTTP/1.1 200 OK", "Content-Length: \(content.count)"] + fields).joined(separator: "\r\n"))
      way.body(content[..<50_000])
    }
  }

  /// A download whose first attempt has not got all.
  func begun(at server: ScriptedWebServer, checksum: [UInt8]? = nil) throws -> Wire.Transfer {
    let transfer = try download("\(server.address)/a", checksum: checksum)
    try run(transfer, expecting: 75)
    return transfer
  }

  /// Makes two attempts, of which the first gets the beginning, and the second all.
  /// - Parameter start: The byte at which the second has to begin; nil is any.
  @discardableResult
  func attempts(
    at server: ScriptedWebServer, checksum: [UInt8]? = nil, resumedAt start: Int64? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Attempt {
    let transfer = try download("\(server.address)/a", checksum: checksum)
    let first = try run(transfer, expecting: 75, sourceLocation: sourceLocation)
    #expect(first.report?.bytes == 50_000, "\(first.words)", sourceLocation: sourceLocation)
    let second = try run(transfer, expecting: 0, sourceLocation: sourceLocation)
    let resumedAt = second.report?.resumedAt
    #expect(resumedAt == start ?? resumedAt, "\(second.words)", sourceLocation: sourceLocation)
    return second
  }
}
