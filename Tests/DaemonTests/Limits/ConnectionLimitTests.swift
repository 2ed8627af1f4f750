import Foundation
import SchedulerAPI
import TestSupport
import Testing
import Varlink

@Suite("Limits of connections")
struct ConnectionLimitTests {
  private static let information = #"{"method":"org.varlink.service.GetInfo"}"#

  private static func daemon(_ rules: String) throws -> DaemonProcess {
    try DaemonProcess(configuration: DaemonProcess.quick + "[Server]\n" + rules)
  }

  private static func connect(_ count: Int, _ daemon: DaemonProcess) throws -> [RawConnection] {
    try (0..<count).map { _ in
      let connection = try RawConnection(to: daemon)
      try #require(try connection.call(information)?.error == nil)
      return connection
    }
  }

  @Test("A user has 256 connections; the next is told why not, and has its turn when one is closed")
  func perUser() throws {
    let daemon = try DaemonProcess()
    var connections = try Self.connect(256, daemon)
    let refused = try RawConnection(to: daemon)
    let reply = try #require(try refused.receive())
    #expect(reply.error == "io.bgtaskd.Scheduler.Unavailable")
    #expect(reply.string("message")?.contains("256 connections") == true)
    #expect(reply.string("message")?.contains("ConnectionsMaxPerUser=") == true)
    #expect(try refused.receive() == nil)
    #expect(daemon.waitForLog("<4>Refused a connection of user"))
    connections.removeLast()
    let next = try daemon.connected()
    #expect(try connections[0].call(Self.information)?.error == nil)
    withExtendedLifetime((connections, next)) {}
  }

  @Test("There are 512 connections in all")
  func inAll() throws {
    let daemon = try Self.daemon("ConnectionsMaxPerUser=1000\n")
    let connections = try Self.connect(512, daemon)
    let refused = try RawConnection(to: daemon)
    let reply = try #require(try refused.receive())
    #expect(reply.error == "io.bgtaskd.Scheduler.Unavailable")
    #expect(reply.string("message")?.contains("ConnectionsMax=") == true)
    #expect(try refused.receive() == nil)
    #expect(try connections[511].call(Self.information)?.error == nil)
  }

  @Test("A daemon that is out of descriptors says so, answers who is there, and goes on when there are some")
  func descriptors() throws {
    let daemon = try DaemonProcess(
      program: ["/bin/sh", "-c", #"ulimit -n 64; exec "$0" "$@""#, BuiltProduct.url("bgtaskd").path()])
    let first = try RawConnection(to: daemon)
    #expect(try first.call(Self.information)?.error == nil)
    var others = try (0..<60).map { _ in try RawConnection(to: daemon) }
    #expect(daemon.waitForLog("<4>Cannot accept connections for a moment: "))
    #expect(try first.call(Self.information)?.error == nil)
    let last = others[59]
    others = []
    #expect(try last.call(Self.information)?.error == nil)
  }

  @Test("A half-sent message has its time, a connection that says nothing has not")
  func halfSent() throws {
    let daemon = try Self.daemon("HalfSentTimeoutSec=100ms\n")
    let silent = try RawConnection(to: daemon)
    let halfSent = try RawConnection(to: daemon)
    try halfSent.send(Array((Self.information + "\0" + #"{"method":"#).utf8))
    #expect(try halfSent.receive()?.string("product") == "bgtaskd")
    let reply = try #require(try halfSent.receive())
    #expect(reply.error == "org.varlink.service.InvalidParameter")
    #expect(reply.string("message")?.contains("HalfSentTimeoutSec=") == true)
    #expect(try halfSent.receive() == nil)
    #expect(daemon.waitForLog("half sent for too long"))
    #expect(try silent.call(Self.information)?.error == nil)
  }

  @Test("A reader that lags too far behind is dropped with a line in the log, others go on")
  func lag() throws {
    let daemon = try Self.daemon("LagMaxBytes=65536\n")
    let lagging = try RawConnection.watching(daemon)
    let reading = try RawConnection.watching(daemon)
    let client = try daemon.client()
    for batch in 0..<30 {
      try client.submitBatch((0..<50).map { .later("task-\(batch)-\($0)-with-a-name-of-some-length") })
      for _ in 0..<50 { #expect(try reading.receive()?.string("event") == "submitted") }
    }
    #expect(daemon.waitForLog("<4>Dropped a reader of user"))
    #expect(daemon.logText.contains("LagMaxBytes=65536"))
    // What was in the socket already may still come, then the end.
    var count = 0
    while try lagging.receive() != nil { count += 1 }
    #expect(count < 1500)
    #expect(try client.status().pending == 1500)
  }

  @Test("A reader that calls without reading is dropped as well")
  func lagOfReplies() throws {
    let daemon = try Self.daemon("LagMaxBytes=65536\n")
    let connection = try RawConnection(to: daemon)
    let call =
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"#
      + #""io.bgtaskd.Scheduler"}}"# + "\0"
    let many = [UInt8](String(repeating: call, count: 1000).utf8)
    #expect(throws: RawConnectionError.closed) {
      while true { try connection.send(many) }
    }
    #expect(daemon.waitForLog("Dropped a reader"))
    #expect(try daemon.client().status().pending == 0)
  }
}
