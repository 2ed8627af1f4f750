import CLoad
import Glibc
import LinuxSystem

/// Connections to a server, and the client in C that uses them. All servers are measured with it.
final class Client {
  private let connections: [SharedDescriptor]

  /// - Throws: ``SystemError`` of connect(2).
  init(connections count: Int = 1, to path: String) throws(SystemError) {
    var connections: [SharedDescriptor] = []
    for _ in 0..<count {
      connections.append(SharedDescriptor(owning: try systemCall("connect", path) { cload_connect(path) }))
    }
    self.connections = connections
  }

  /// Sends requests for this long, several at a time on each connection, and takes all their replies.
  /// - Parameter firstNumber: The number of the first operation.
  /// - Returns: The number of requests that were answered, and the time that they took.
  func run(
    _ exchange: Exchange, depth: Int, forNSec length: Int64, firstNumber: Int
  ) throws -> (requests: Int, nanoseconds: Int64) {
    let span = cload_span(
      depth: depth, nanoseconds: length, requests: .max, first_number: Int64(firstNumber), number_step: 1)
    let outcome = try run(exchange, span, waits: nil)
    return (Int(outcome.requests), outcome.nanoseconds)
  }

  /// Sends this many requests, each after the reply to the one before.
  /// - Parameters:
  ///   - firstNumber: The number of the first operation.
  ///   - step: The difference between the numbers of two successive operations.
  /// - Returns: The time from each request until its reply, in nanoseconds.
  func waits(
    _ exchange: Exchange, requests: Int, firstNumber: Int = 0, step: Int = 1
  ) throws -> [Int64] {
    let span = cload_span(
      depth: 1, nanoseconds: .max, requests: Int64(requests), first_number: Int64(firstNumber),
      number_step: Int64(step))
    var waits = [Int64](repeating: 0, count: requests)
    _ = try waits.withUnsafeMutableBufferPointer { try run(exchange, span, waits: $0.baseAddress) }
    return waits
  }

  private func run(
    _ exchange: Exchange, _ span: cload_span, waits: UnsafeMutablePointer<Int64>?
  ) throws -> cload_outcome {
    let numbers = connections.map(\.number)
    var outcome = cload_outcome()
    do throws(SystemError) {
      try systemCall("the reply of a server") {
        withUnsafePointer(to: span) {
          cload_run(exchange.description, numbers, numbers.count, $0, waits, &outcome)
        }
      }
    } catch {
      guard error.code == EBADMSG else { throw error }
      let refusal = withUnsafeBytes(of: outcome.refusal) { $0.prefix { $0 != 0 }.map { $0 } }
      throw BenchmarkError.server("a request was refused: \(String(decoding: refusal, as: UTF8.self))")
    }
    return outcome
  }
}
