/// Clients that send the same request to a server again and again, with new numbers.
struct SocketLoad: Load {
  private let server: any Server
  private let client: Client
  private let exchange: Exchange
  private let depth: Int
  private var number = 0

  /// - Parameters:
  ///   - clients: The number of connections.
  ///   - depth: The number of requests under way on each of them.
  init(_ server: any Server, _ exchange: Exchange, clients: Int = 1, depth: Int = 1) throws {
    self.server = server
    self.exchange = exchange
    self.depth = depth
    client = try Client(connections: clients, to: server.socket)
  }

  mutating func run(forNSec length: Int64) throws -> Turn {
    let before = try server.process.computedNSec()
    let outcome = try client.run(exchange, depth: depth, forNSec: length, firstNumber: number)
    let operations = outcome.requests * exchange.operations
    number += operations
    return Turn(
      operations: operations, nanoseconds: outcome.nanoseconds,
      serverNanoseconds: try server.process.computedNSec() - before)
  }
}
