import Glibc
import TestSupport
import Testing
import Varlink

struct ClientConnectionTests {
  private enum Echo: VarlinkMethod {
    static let name = "org.example.test.Echo"
    typealias Reply = Parameters

    struct Parameters: MessageValue {
      var number: Int

      init(number: Int) { self.number = number }

      init(from reader: inout JSONReader) throws(InvalidValue) {
        var number: Int?
        var members = try reader.object()
        while try reader.member(&members, of: ["number"]) != nil { number = Int(try reader.integer()) }
        guard let number else { throw reader.missing("number", in: members) }
        self.number = number
      }

      func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("number", number)
        writer.endObject()
      }
    }
  }

  private func reply(_ number: Int, continues: Bool = false) -> [UInt8] {
    Message.reply(Echo.Parameters(number: number), continues: continues)
  }

  @Test("A call gets its reply")
  func call() throws {
    let server = try ScriptedServer { peer in
      let message = peer.read().map { String(decoding: $0, as: UTF8.self) }
      let isRight = message == #"{"method":"org.example.test.Echo","parameters":{"number":1}}"#
      peer.write(Message.reply(Echo.Parameters(number: isRight ? 2 : 0)))
    }
    let connection = try ClientConnection(path: server.path)
    #expect(connection.descriptor >= 0)
    #expect(try connection.call(Echo.self, .init(number: 1)).number == 2)
  }

  @Test("An error is thrown with its name and parameters, and the connection goes on")
  func error() throws {
    let server = try ScriptedServer { peer in
      _ = peer.read()
      peer.write(Message.error(ServiceError.methodNotFound(method: "org.example.test.Echo")))
      _ = peer.read()
      peer.write(Message.reply(Echo.Parameters(number: 5)))
    }
    let connection = try ClientConnection(path: server.path)
    let error = #expect(throws: ClientError.self) { try connection.call(Echo.self, .init(number: 1)) }
    guard case .reply(let reply) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reply.name == "org.varlink.service.MethodNotFound")
    #expect(ServiceError(reply) == .methodNotFound(method: "org.example.test.Echo"))
    #expect(try connection.call(Echo.self, .init(number: 1)).number == 5)
  }

  @Test("Replies of a stream come until the last one; then the connection goes on")
  func stream() throws {
    let server = try ScriptedServer { peer in
      let wantsMore =
        peer.read().map { String(decoding: $0, as: UTF8.self).contains(#""more":true"#) } == true
      for number in 1...3 {
        peer.write(Message.reply(Echo.Parameters(number: number), continues: wantsMore && number < 3))
      }
      _ = peer.read()
      peer.write(Message.reply(Echo.Parameters(number: 4)))
    }
    let connection = try ClientConnection(path: server.path)
    var numbers: [Int] = []
    try connection.stream(Echo.self, .init(number: 0)) {
      numbers.append($0.number)
      return true
    }
    #expect(numbers == [1, 2, 3])
    #expect(try connection.call(Echo.self, .init(number: 0)).number == 4)
  }

  @Test("Stopping a stream, or an error in its closure, closes the connection")
  func stopStream() throws {
    struct Stop: Error {}
    for throwsError in [false, true] {
      let server = try ScriptedServer { peer in
        _ = peer.read()
        while peer.write(Message.reply(Echo.Parameters(number: 1), continues: true)) {}
      }
      let connection = try ClientConnection(path: server.path)
      var count = 0
      let stop: (Echo.Reply) throws -> Bool = { _ in
        count += 1
        if count == 3, throwsError { throw Stop() }
        return count < 3
      }
      if throwsError {
        #expect(throws: Stop.self) { try connection.stream(Echo.self, .init(number: 0), each: stop) }
      } else {
        try connection.stream(Echo.self, .init(number: 0), each: stop)
      }
      #expect(count == 3)
      #expect(throws: ClientError.closed) { try connection.call(Echo.self, .init(number: 0)) }
      #expect(server.hasEnded())
    }
  }

  @Test("A one-way call is sent and nothing is waited for")
  func oneway() throws {
    let server = try ScriptedServer { peer in
      let message = peer.read().map { String(decoding: $0, as: UTF8.self) } ?? ""
      _ = peer.read()
      peer.write(Message.reply(Echo.Parameters(number: message.contains(#""oneway":true"#) ? 1 : 0)))
    }
    let connection = try ClientConnection(path: server.path)
    try connection.send(Echo.self, .init(number: 0), oneway: true)
    #expect(try connection.call(Echo.self, .init(number: 0)).number == 1)
  }

  @Test("Calls sent ahead of their replies do not lock up, although both directions fill up")
  func pipelining() throws {
    let server = try ScriptedServer { peer in
      while let message = peer.read() {
        // Replies are larger than calls, so the way back fills up first.
        let padding = [UInt8](repeating: 0x20, count: 300)
        peer.write(Array(#"{"parameters":"#.utf8) + padding)
        peer.write(Array(message.drop { $0 != 0x3A }.drop { $0 != 0x7B }) + [0])
      }
    }
    let connection = try ClientConnection(path: server.path, timeLimit: .seconds(20))
    let count = 5000
    for number in 0..<count { try connection.send(Echo.self, .init(number: number)) }
    #expect(connection.hasReply)
    var inOrder = 0
    for number in 0..<count where try connection.receive(Echo.self).number == number { inOrder += 1 }
    #expect(inOrder == count)
    #expect(!connection.hasReply)
  }

  @Test("What arrives in single bytes is put together")
  func pieces() throws {
    let server = try ScriptedServer { peer in
      _ = peer.read()
      for byte in Message.reply(Echo.Parameters(number: 7)) { peer.write([byte]) }
    }
    #expect(try ClientConnection(path: server.path).call(Echo.self, .init(number: 0)).number == 7)
  }

  @Test("No reply within the time limit is an error of its own")
  func timeout() throws {
    let server = try ScriptedServer { peer in
      while peer.read() != nil {}
    }
    let connection = try ClientConnection(path: server.path, timeLimit: .milliseconds(20))
    #expect(throws: ClientError.timedOut) { try connection.call(Echo.self, .init(number: 0)) }
    #expect(throws: ClientError.closed) { try connection.call(Echo.self, .init(number: 0)) }
  }

  @Test("A service that does not read lets a large call time out")
  func sendTimeout() throws {
    let gate = Gate()
    let server = try ScriptedServer { _ in gate.wait() }
    let connection = try ClientConnection(path: server.path, timeLimit: .milliseconds(20))
    let large = Array("{\"a\":\"".utf8) + [UInt8](repeating: 0x61, count: 4 << 20) + Array("\"}".utf8)
    #expect(throws: ClientError.timedOut) { try connection.send(Echo.name, rawParameters: large) }
    gate.open()
    #expect(server.hasEnded())
  }

  @Test("A service that hangs up is an error of its own, after what it had said before")
  func closed() throws {
    let server = try ScriptedServer { peer in
      _ = peer.read()
      peer.write(Message.reply(Echo.Parameters(number: 1)))
      peer.write(Array("half a mess".utf8))
    }
    let connection = try ClientConnection(path: server.path)
    #expect(try connection.call(Echo.self, .init(number: 0)).number == 1)
    #expect(server.hasEnded())
    #expect(throws: ClientError.closed) { try connection.call(Echo.self, .init(number: 0)) }
  }

  @Test("What a service says before it hangs up in the middle of a call is the call's reply")
  func refusal() throws {
    let server = try ScriptedServer { peer in
      peer.write(Message.error(ServiceError(FrameError.messageTooLong(limit: 1))))
    }
    let connection = try ClientConnection(path: server.path)
    #expect(server.hasEnded())
    let error = #expect(throws: ClientError.self) { try connection.call(Echo.self, .init(number: 0)) }
    guard case .reply(let reply) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reply.name == "org.varlink.service.InvalidParameter")
  }

  @Test(
    "What is no reply is a protocol violation",
    arguments: [
      "", "[]", "nonsense", "{\"parameters\":[]}", "{\"parameters\":{}}",
      "{\"parameters\":{\"number\":\"1\"}}",
      "{\"continues\":1}", "{\"error\":1}", "{\"something\":1}",
      String(repeating: "[", count: 100_000),
    ])
  func violations(reply: String) throws {
    let server = try ScriptedServer { peer in
      _ = peer.read()
      peer.write(Array(reply.utf8) + [0])
    }
    let connection = try ClientConnection(path: server.path)
    let error = #expect(throws: ClientError.self) { try connection.call(Echo.self, .init(number: 0)) }
    guard case .protocolViolation(let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!message.isEmpty)
  }

  @Test("A reply over the limit ends the connection")
  func tooLong() throws {
    let server = try ScriptedServer { peer in
      _ = peer.read()
      peer.write([UInt8](repeating: 0x20, count: 2000))
    }
    let connection = try ClientConnection(path: server.path, frameLimit: 1000)
    #expect(throws: ClientError.protocolViolation(message: "the reply is longer than 1000 bytes")) {
      try connection.call(Echo.self, .init(number: 0))
    }
    #expect(throws: ClientError.closed) { try connection.receive() }
  }

  @Test("Nobody at the path, or a path that no socket can have, says so")
  func connectFails() {
    #expect(throws: ClientError.connectFailed(path: "/nowhere/socket", code: ENOENT)) {
      try ClientConnection(path: "/nowhere/socket")
    }
    #expect(throws: ClientError.connectFailed(path: "/dev/null", code: ECONNREFUSED)) {
      try ClientConnection(path: "/dev/null", timeLimit: .seconds(1))
    }
    let long = "/" + String(repeating: "x", count: 108)
    #expect(throws: ClientError.pathTooLong(path: long)) { try ClientConnection(path: long) }
  }

  @Test("A signal in the middle of waiting is no error")
  func interrupted() throws {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    var before = sigaction()
    sigaction(SIGUSR1, &action, &before)
    defer { sigaction(SIGUSR1, &before, nil) }
    let waiting = UInt(bitPattern: Int(bitPattern: UInt(pthread_self())))
    let server = try ScriptedServer { peer in
      _ = peer.read()
      for _ in 0..<20 { pthread_kill(pthread_t(waiting), SIGUSR1) }
      peer.write(Message.reply(Echo.Parameters(number: 3)))
    }
    let connection = try ClientConnection(path: server.path, timeLimit: .seconds(10))
    #expect(try connection.call(Echo.self, .init(number: 0)).number == 3)
  }
}
