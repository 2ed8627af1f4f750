import SchedulerAPI
import TestSupport
import Testing
import Varlink

@Suite("The service on the socket")
struct ServiceTests {
  private static let service = "org.varlink.service"
  private static let scheduler = "io.bgtaskd.Scheduler"

  @Test("GetInfo names the daemon and both interfaces")
  func information() throws {
    let daemon = try DaemonProcess()
    let reply = try #require(
      try RawConnection(to: daemon).call(#"{"method":"org.varlink.service.GetInfo"}"#))
    #expect(reply.error == nil)
    #expect(reply.string("product") == "bgtaskd")
    #expect(reply.string("version") == "0.1.0")
    #expect(reply.strings("interfaces") == [Self.service, Self.scheduler])
  }

  @Test("GetInterfaceDescription gives the project's protocol file, byte by byte")
  func interfaceDescription() throws {
    let connection = try RawConnection(to: DaemonProcess())
    let method = #""method":"org.varlink.service.GetInterfaceDescription""#
    let own = try #require(
      try connection.call("{\(method),\"parameters\":{\"interface\":\"\(Self.scheduler)\"}}"))
    #expect(own.string("description") == SchedulerCall.interface.text)
    let standard = try connection.call("{\(method),\"parameters\":{\"interface\":\"\(Self.service)\"}}")
    #expect(standard?.string("description")?.contains("method GetInfo()") == true)
    let unknown = try connection.call("{\(method),\"parameters\":{\"interface\":\"org.example\"}}")
    #expect(unknown?.error == "\(Self.service).InterfaceNotFound")
    #expect(unknown?.string("interface") == "org.example")
  }

  @Test("Messages have the members that varlinkctl sends and takes, and no others")
  func framing() throws {
    let connection = try RawConnection(to: DaemonProcess())
    // systemd 257, sd-varlink.c: a call always has parameters and says no flag that is false. Of a reply it
    // takes parameters, error and continues, and refuses continues where it did not ask for more.
    let information = try #require(
      try connection.call(#"{"method":"org.varlink.service.GetInfo","parameters":{}}"#))
    #expect(information.members == ["parameters"])
    // varlinkctl, verb_info: all of them have to be there.
    for name in ["vendor", "product", "version", "url"] {
      #expect(information.string(name)?.isEmpty == false, "\(name)")
    }
    #expect(information.strings("interfaces")?.isEmpty == false)
    let refused = try #require(
      try connection.call("{\"method\":\"\(Self.scheduler).Get\",\"parameters\":{\"identifier\":\"a\"}}"))
    #expect(refused.members == ["error", "parameters"])
    #expect(refused.parameters == .object(["identifier": .text("a")]))
    let last = try #require(
      try connection.call("{\"method\":\"\(Self.scheduler).List\",\"parameters\":{},\"more\":true}"))
    #expect(last.members == ["parameters"])
    let first = try #require(
      try connection.call(
        "{\"method\":\"\(Self.scheduler).GetConditions\",\"parameters\":{},\"more\":true}"))
    #expect(first.members == ["continues", "parameters"])
  }

  @Test(
    "What does not exist is answered with the standard's own error, and the connection goes on",
    arguments: [
      (#"{"method":"org.example.Nothing"}"#, "InterfaceNotFound"),
      (#"{"method":"io.bgtaskd.Scheduler.Nothing"}"#, "MethodNotFound"),
      (#"{"method":"org.varlink.service.Nothing"}"#, "MethodNotFound"),
      (#"{"method":"Nothing"}"#, "InvalidParameter"),
      (#"{"method":"io.bgtaskd.Scheduler.Watch"}"#, "ExpectedMore"),
      (#"{"method":"io.bgtaskd.Scheduler.Status","upgrade":true}"#, "MethodNotImplemented"),
    ])
  func missing(message: String, error: String) throws {
    let connection = try RawConnection(to: DaemonProcess())
    #expect(try connection.call(message)?.error == "\(Self.service).\(error)")
    #expect(try connection.call(#"{"method":"org.varlink.service.GetInfo"}"#)?.error == nil)
  }

  @Test("Every method of the protocol file is answered")
  func everyMethod() throws {
    let daemon = try DaemonProcess.calm()
    let run = String(repeating: "0", count: 32)
    let progress = #"{"completedUnitCount":1,"totalUnitCount":2}"#
    let request = #"{"identifier":"a","kind":"refresh","command":{"argv":["/bin/true"]},"earliestBeginUSec":"#
    let far = Int64.now + 3_600_000_000
    let calls: [(method: String, parameters: String, error: String?)] = [
      ("Submit", #"{"request":\#(request)\#(far)}}"#, nil),
      ("SubmitBatch", #"{"requests":[\#(request)\#(far)}]}"#, nil),
      ("List", "{}", nil),
      ("Get", #"{"identifier":"a"}"#, nil),
      ("Explain", #"{"identifier":"a"}"#, nil),
      ("History", "{}", nil),
      ("Cancel", #"{"identifier":"a"}"#, nil),
      (
        "RenewLease", #"{"identifier":"a","trustedUntilUSec":0}"#, "\(Self.scheduler).InvalidRequest"
      ),
      ("CancelAll", "{}", nil),
      ("Status", "{}", nil),
      ("GetConditions", "{}", nil),
      ("WaitFor", #"{"when":"idle","name":"a"}"#, nil),
      ("ListWaiting", "{}", nil),
      ("BeginAssertion", #"{"why":"two\nlines"}"#, "\(Self.scheduler).InvalidRequest"),
      ("ListAssertions", "{}", nil),
      ("Pause", #"{"identifiers":"a.*","stop":true}"#, nil),
      ("ListPauses", "{}", nil),
      ("ExportRecord", "{}", nil),
      ("ForgetRecord", "{}", nil),
      ("Resume", #"{"everything":true}"#, nil),
      ("SimulateConditions", #"{"conditions":{"idle":"yes"}}"#, nil),
      ("SimulateLaunch", #"{"identifier":"a"}"#, "\(Self.scheduler).NoSuchTask"),
      ("SimulateExpiration", #"{"identifier":"a"}"#, "\(Self.scheduler).NoSuchTask"),
      ("Complete", #"{"runId":"\#(run)","success":true}"#, "\(Self.scheduler).NoSuchRun"),
      ("ReportProgress", #"{"runId":"\#(run)","progress":\#(progress)}"#, "\(Self.scheduler).NoSuchRun"),
      ("ShouldDefer", #"{"runId":"\#(run)"}"#, "\(Self.scheduler).NoSuchRun"),
      ("HandlerBegan", #"{"runId":"\#(run)"}"#, "\(Self.scheduler).NoSuchRun"),
      ("Checkpoint", #"{"runId":"\#(run)"}"#, "\(Self.scheduler).NoSuchRun"),
      ("Output", #"{"runId":"\#(run)"}"#, "\(Self.scheduler).NoSuchRun"),
      ("Register", #"{"application":"","identifiers":["a"]}"#, "\(Self.scheduler).NotPermitted"),
      (
        "AddIdentifiers", #"{"registration":"\#(run)","identifiers":["a"]}"#,
        "\(Self.scheduler).InvalidRequest"
      ),
      (
        "SetApplicationState", #"{"application":"a","state":"active"}"#, "\(Self.scheduler).InvalidRequest"
      ),
      ("Watch", "{}", nil),
    ]
    let text = ProtocolText(SchedulerCall.interface.text)
    #expect(Set(calls.map(\.method)) == Set(text.methods))
    let connection = try RawConnection(to: daemon)
    for (method, parameters, error) in calls {
      let more = ["BeginAssertion", "Register", "Watch"].contains(method) ? #","more":true"# : ""
      try connection.send(
        #"{"method":"io.bgtaskd.Scheduler.\#(method)","parameters":\#(parameters)\#(more)}"#)
      // Watch says nothing before something happens.
      if method == "Watch" { try daemon.client().submit(.later("b")) }
      let reply = try connection.receive()
      #expect(reply != nil && reply?.error == error, "\(method): \(reply?.description ?? "closed")")
      guard let error else { continue }
      let name = String(error.dropFirst(Self.scheduler.utf8.count + 1))
      #expect(text.errors[method]?.contains(name) == true, "the text of \(method) does not name \(name)")
    }
  }
}
