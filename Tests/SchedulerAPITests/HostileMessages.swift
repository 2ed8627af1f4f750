/// Messages that have to be refused.
enum HostileMessages {
  private static let head = #"{"method":"io.bgtaskd.Scheduler.Submit""#

  /// Messages that are no call.
  static let envelopes: [HostileMessage] = [
    HostileMessage(""), HostileMessage("   "), HostileMessage("null"), HostileMessage("[]"),
    HostileMessage("\"text\""), HostileMessage("42"), HostileMessage("{"), HostileMessage("}"),
    HostileMessage("{}", "InvalidParameter", "method"),
    HostileMessage("{\"method\"}", "InvalidParameter", "method"),
    HostileMessage("{\"method\":", "InvalidParameter", "method"),
    HostileMessage("{method:1}"), HostileMessage("{'method':1}"),
    HostileMessage(#"{"method":1}"#, "InvalidParameter", "method"),
    HostileMessage(#"{"method":null}"#, "InvalidParameter", "method"),
    HostileMessage(#"{"method":""}"#, "InvalidParameter", "method"),
    HostileMessage(#"{"method":"Submit"}"#, "InvalidParameter", "method"),
    HostileMessage(#"{"method":"a.b","method":"a.b"}"#, "InvalidParameter", "method"),
    HostileMessage(#"{"method":"."}"#, "InterfaceNotFound", ""),
    HostileMessage(#"{"method":"io.bgtaskd.Scheduler."}"#, "MethodNotFound", ""),
    HostileMessage(#"{"method":"io.bgtaskd.Scheduler.submit"}"#, "MethodNotFound", ""),
    HostileMessage(#"{"method":"io.bgtaskd.scheduler.Submit"}"#, "InterfaceNotFound", ""),
    HostileMessage(head + #","metod":1}"#, "InvalidParameter", "metod"),
    HostileMessage(head + #","more":1}"#, "InvalidParameter", "more"),
    HostileMessage(head + #","more":"true"}"#, "InvalidParameter", "more"),
    HostileMessage(head + #","oneway":[]}"#, "InvalidParameter", "oneway"),
    HostileMessage(
      #"{"method":"io.bgtaskd.Scheduler.Status","upgrade":true}"#, "MethodNotImplemented", ""),
    HostileMessage(head + #","parameters":[]}"#, "InvalidParameter", "parameters"),
    HostileMessage(head + #","parameters":"x"}"#, "InvalidParameter", "parameters"),
    HostileMessage(head + #","parameters":null}"#, "InvalidParameter", "request"),
    HostileMessage(head + "}", "InvalidParameter", "request"),
    HostileMessage(head + "} x"), HostileMessage(head + "}{}"), HostileMessage(head + ",}"),
    HostileMessage(head + #","parameters":{}"#),
    HostileMessage(
      Array("{\"method\":\"".utf8) + [0xFF, 0xFE] + Array("\"}".utf8), "InvalidParameter", "method"),
    HostileMessage([0xEF, 0xBB, 0xBF] + Array("{}".utf8), "InvalidParameter", ""),
    HostileMessage([0x80], "InvalidParameter", ""),
    HostileMessage(String(repeating: "[", count: 1_000_000)),
    HostileMessage(String(repeating: "{\"a\":", count: 100_000), "InvalidParameter", "a"),
    HostileMessage(
      head + #","parameters":"# + String(repeating: #"{"a":"#, count: 200_000), "InvalidParameter",
      "a" + String(repeating: ".a", count: 30)),
    HostileMessage(#"{"method":"io.bgtaskd.Scheduler.Watch"}"#, "ExpectedMore", ""),
    HostileMessage(#"{"method":"io.bgtaskd.Scheduler.Watch","more":null}"#, "ExpectedMore", ""),
  ]

  /// Parameters that are not what the protocol file says.
  static let types: [HostileMessage] = [
    .malformed("{}", "request"), .malformed(#"{"request":null}"#, "request"),
    .malformed(#"{"request":[]}"#, "request"), .malformed(#"{"request":{}}"#, "request.identifier"),
    .malformed(#"{"request":{"identifier":1}}"#, "request.identifier"),
    .malformed(#"{"request":{"identifier":null}}"#, "request.identifier"),
    .malformed(#"{"request":{"identifier":"a"}}"#, "request.kind"),
    .malformed(#"{"request":{"identifier":"a","kind":"Processing"}}"#, "request.kind"),
    .malformed(#"{"request":{"identifier":"a","kind":""}}"#, "request.kind"),
    .malformed(#"{"request":{"identifier":"a","identifier":"b"}}"#, "request.identifier"),
    .malformed(#"{"extra":1,"request":{"identifier":"a"}}"#, "extra"),
    .malformed(#"{"request":{"identifier":"a","kind":"refresh"},"request":{}}"#, "request"),
    .malformed(#"{"request":{"identifier":"a\u0000b","kind":"refresh"}}"#, "request.identifier"),
    .malformed(#"{"request":{"identifier":"\ud800","kind":"refresh"}}"#, "request.identifier"),
    .malformed(#"{"request":{"identifier":"\udc00","kind":"refresh"}}"#, "request.identifier"),
    .malformed(#"{"request":{"identifier":"\ud800\u0041"}}"#, "request.identifier"),
    .malformed(#"{"request":{"identifier":"\x41"}}"#, "request.identifier"),
    .malformed(#"{"request":{"identifier":"\u00g0"}}"#, "request.identifier"),
    .malformed("{\"request\":{\"identifier\":\"a\nb\"}}", "request.identifier"),
    .malformed(#"{"request":{"a\u0000":1}}"#, "request"),
    .submit(#""requiresIdle":1"#, "request.requiresIdle", "InvalidParameter"),
    .submit(#""requiresIdle":"yes""#, "request.requiresIdle", "InvalidParameter"),
    .submit(#""requiresExternalpower":true"#, "request.requiresExternalpower", "InvalidParameter"),
    .submit(#""deadlineUSec":1.5"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""deadlineUSec":1.0"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""deadlineUSec":1e300"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""deadlineUSec":9223372036854775808"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""deadlineUSec":-9223372036854775809"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(
      #""deadlineUSec":"# + String(repeating: "9", count: 100_000), "request.deadlineUSec", "InvalidParameter"
    ),
    .submit(#""deadlineUSec":"1""#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""deadlineUSec":true"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""deadlineUSec":01"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""deadlineUSec":+1"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""deadlineUSec":-"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""deadlineUSec":NaN"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""deadlineUSec":1e"#, "request.deadlineUSec", "InvalidParameter"),
    .submit(#""onDeadline":"explode""#, "request.onDeadline", "InvalidParameter"),
    .submit(#""onConflict":0"#, "request.onConflict", "InvalidParameter"),
    .submit(#""strategy":"later""#, "request.strategy", "InvalidParameter"),
    .submit(
      #""pathChange":{"paths":["/a"],"ownChanges":"never"}"#, "request.pathChange.ownChanges",
      "InvalidParameter"),
    .submit(#""retry":{}"#, "request.retry.backoff", "InvalidParameter"),
    .submit(#""retry":{"backoff":"random"}"#, "request.retry.backoff", "InvalidParameter"),
    .submit(#""retry":{"backoff":null}"#, "request.retry.backoff", "InvalidParameter"),
    .submit(
      #""retry":{"backoff":"none","attempts":3}"#, "request.retry.attempts", "InvalidParameter"),
    .submit(
      #""retry":{"backoff":"none","maximumAttempts":2.5}"#, "request.retry.maximumAttempts",
      "InvalidParameter"),
    .submit("", "request.command", "InvalidParameter", command: "[]"),
    .submit("", "request.command.argv", "InvalidParameter", command: "{}"),
    .submit("", "request.command.argv", "InvalidParameter", command: #"{"argv":"/bin/true"}"#),
    .submit("", "request.command.argv", "InvalidParameter", command: #"{"argv":null}"#),
    .submit("", "request.command.argv[2]", "InvalidParameter", command: #"{"argv":["/bin/a","b",3]}"#),
    .submit("", "request.command.argv[1]", "InvalidParameter", command: #"{"argv":["/bin/a",null]}"#),
    .submit(
      "", "request.command.argv[1]", "InvalidParameter", command: #"{"argv":["/a","\u0000"]}"#),
    .submit(
      "", "request.command.environment.A", "InvalidParameter",
      command: #"{"argv":["/a"],"environment":{"A":1}}"#),
    .submit(
      "", "request.command.environment.A", "InvalidParameter",
      command: #"{"argv":["/a"],"environment":{"A":"1","\u0041":"2"}}"#),
    .submit(
      "", "request.command.environment", "InvalidParameter",
      command: #"{"argv":["/a"],"environment":["A=1"]}"#),
    .call(
      "SubmitBatch", #"{"requests":[{"identifier":"a","kind":"refresh"},{"kind":"refresh"}]}"#,
      "requests[1].identifier"),
    .call("SubmitBatch", #"{"requests":{}}"#, "requests"),
    .call("CancelAll", #"{"identifier":"a"}"#, "identifier"),
    .call("History", #"{"limit":-9999999999999999999}"#, "limit"),
    .call("Complete", #"{"runId":"x"}"#, "success"),
    .call("Complete", #"{"runId":"x","success":null}"#, "success"),
    .call("SimulateConditions", #"{"conditions":{"idle":true}}"#, "conditions.idle"),
    .call("ReportProgress", #"{"runId":"x","progress":{"completedUnitCount":1}}"#, "progress.totalUnitCount"),
    .call("HandlerBegan", #"{"runId":7}"#, "runId"),
    .call("Checkpoint", #"{"runId":7}"#, "runId"),
    .call("Register", #"{"application":"a"}"#, "identifiers"),
    .call("Register", #"{"application":"a","identifiers":["b"]}"#, "", "ExpectedMore"),
    .register("", "application"), .register(#""application":null,"identifiers":[]"#, "application"),
    .register(#""application":"a""#, "identifiers"),
    .register(#""application":"a","identifiers":"b""#, "identifiers"),
    .register(#""application":"a","identifiers":["b",7]"#, "identifiers[1]"),
    .register(#""application":"a","identifiers":["b"],"runs":{}"#, "runs"),
    .register(#""application":"a","identifiers":["b"],"runs":[null]"#, "runs[0]"),
    .register(#""application":"a","identifiers":["b"],"run":"x""#, "run"),
    .call("AddIdentifiers", #"{"identifiers":["a"]}"#, "registration"),
    .call("AddIdentifiers", #"{"registration":1,"identifiers":["a"]}"#, "registration"),
    .call("AddIdentifiers", #"{"registration":"r"}"#, "identifiers"),
    .call("AddIdentifiers", #"{"registration":"r","identifiers":null}"#, "identifiers"),
    .call("AddIdentifiers", #"{"registration":"r","identifiers":[["a"]]}"#, "identifiers[0]"),
    .call("SetApplicationState", #"{"state":"active"}"#, "application"),
    .call("SetApplicationState", #"{"application":"a"}"#, "state"),
    .call("SetApplicationState", #"{"application":"a","state":"Active"}"#, "state"),
    .call("SetApplicationState", #"{"application":"a","state":""}"#, "state"),
    .call("SetApplicationState", #"{"application":"a","state":null}"#, "state"),
    .call("SetApplicationState", #"{"application":["a"],"state":"active"}"#, "application"),
  ]

  /// A list with more than may be in one.
  private static func tooMany(_ text: String) -> String {
    "[" + (0...10_000).map { "\"\(text)\($0)\"" }.joined(separator: ",") + "]"
  }

  /// Registrations that are out of bounds.
  static let registrations: [HostileMessage] = [
    .register(#""application":"","identifiers":["a",""]"#, "identifiers[1]", "InvalidRequest"),
    .register(#""application":"","identifiers":["a b"]"#, "identifiers[0]", "InvalidRequest"),
    .register(#""application":"","identifiers":["a*"]"#, "identifiers[0]", "InvalidRequest"),
    .register(#""application":"","identifiers":["\u001b[2J"]"#, "identifiers[0]", "InvalidRequest"),
    .register(
      #""application":"","identifiers":["ok",""# + String(repeating: "a", count: 256) + "\"]",
      "identifiers[1]", "InvalidRequest"),
    .register(#""application":"","identifiers":"# + tooMany("a"), "identifiers", "InvalidRequest"),
    .register(#""application":"","identifiers":["a"],"runs":"# + tooMany("r"), "runs", "InvalidRequest"),
    .register(#""application":"","identifiers":["a"],"runs":["x"]"#, "", "NoSuchRun"),
    .register(
      #""application":"","identifiers":["a"],"runs":["0123456789ABCDEF0123456789ABCDEF"]"#, "", "NoSuchRun"),
    .call(
      "AddIdentifiers", #"{"registration":"r","identifiers":["a/b"]}"#, "identifiers[0]", "InvalidRequest"),
    .call(
      "AddIdentifiers", #"{"registration":"r","identifiers":["a","b","ä"]}"#, "identifiers[2]",
      "InvalidRequest"),
    .call(
      "AddIdentifiers", #"{"registration":"r","identifiers":"# + tooMany("a") + "}", "identifiers",
      "InvalidRequest"),
  ]

  /// Values out of their bounds.
  static let requests: [HostileMessage] = [
    .submit("", "identifier", identifier: ""),
    .submit("", "identifier", identifier: String(repeating: "a", count: 256)),
    .submit("", "identifier", identifier: "a/b"), .submit("", "identifier", identifier: "ä"),
    .submit("", "identifier", identifier: "a b"), .submit("", "identifier", identifier: #"a\n"#),
    .submit(#""earliestBeginUSec":-1"#, "earliestBeginUSec"),
    .submit(#""earliestBeginUSec":253402300800000000"#, "earliestBeginUSec"),
    .submit(#""deadlineUSec":-1"#, "deadlineUSec"),
    .submit(#""deadlineUSec":9223372036854775807"#, "deadlineUSec"),
    .submit(#""deadlineUSec":-9223372036854775808"#, "deadlineUSec"),
    .submit(#""earliestBeginUSec":2,"deadlineUSec":1"#, "deadlineUSec"),
    .submit(#""runtimeLimitDurationUSec":0"#, "runtimeLimitDurationUSec"),
    .submit(#""runtimeLimitDurationUSec":-5"#, "runtimeLimitDurationUSec"),
    .submit(#""runtimeLimitDurationUSec":9223372036854775807"#, "runtimeLimitDurationUSec"),
    .submit(#""repeatDurationUSec":999999"#, "repeatDurationUSec"),
    .submit(#""repeatDurationUSec":0"#, "repeatDurationUSec"),
    .submit(#""onFailure":"""#, "onFailure"), .submit(#""onFailure":"relative/path""#, "onFailure"),
    .submit(#""onSuccess":"/bin/sh -c 'open""#, "onSuccess"),
    .submit(#""onSuccess":"/bin/a\nb""#, "onSuccess"), .submit(#""onOverdue":"a:failure""#, "onOverdue"),
    .submit(#""onOverdue":"org.example.self""#, "onOverdue", identifier: "org.example.self"),
    .submit(#""onFailure":"/bin/true""#, "onFailure", identifier: String(repeating: "a", count: 250)),
    .submit(#""calendar":[]"#, "calendar"), .submit(#""calendar":["daily",""]"#, "calendar[1]"),
    .submit(#""calendar":["Mon..Fryday 03:00"]"#, "calendar[0]"),
    .submit(#""calendar":["daily Nowhere/Land"]"#, "calendar[0]"),
    .submit(#""calendar":["daily ../../etc/passwd"]"#, "calendar[0]"),
    .submit(#""calendar":[""# + String(repeating: "1,", count: 200) + #"1:00"]"#, "calendar[0]"),
    .submit(#""calendar":["daily"],"repeatDurationUSec":1000000"#, "calendar"),
    .submit(#""calendar":["daily"],"randomizedDelayDurationUSec":-1"#, "randomizedDelayDurationUSec"),
    .submit(#""randomizedDelayDurationUSec":1"#, "randomizedDelayDurationUSec"),
    .submit(#""clockChange":"once""#, "clockChange"),
    .submit(#""toleranceDurationUSec":-1"#, "toleranceDurationUSec"),
    .submit(#""retry":{"backoff":"none","initialDurationUSec":-1}"#, "retry.initialDurationUSec"),
    .submit(#""retry":{"backoff":"none","maximumDurationUSec":0}"#, "retry.maximumDurationUSec"),
    .submit(
      #""retry":{"backoff":"none","initialDurationUSec":2,"maximumDurationUSec":1}"#,
      "retry.maximumDurationUSec"),
    .submit(#""retry":{"backoff":"none","maximumAttempts":0}"#, "retry.maximumAttempts"),
    .submit(#""retry":{"backoff":"none","maximumAttempts":1001}"#, "retry.maximumAttempts"),
    .submit(#""retry":{"backoff":"none","maximumAttempts":-9223372036854775808}"#, "retry.maximumAttempts"),
    .submit(#""title":"a\nb""#, "title"), .submit(#""title":"\u001b[31m""#, "title"),
    .submit(#""subtitle":"\u0085""#, "subtitle"), .submit(#""label":"a\tb""#, "label"),
    .submit(#""title":"\u202etxt.exe""#, "title"), .submit(#""subtitle":"a\u2066b""#, "subtitle"),
    .submit(#""label":"a\u2028b""#, "label"), .submit(#""title":"a\udb40\udc41""#, "title"),
    .submit(#""label":""# + String(repeating: "é", count: 33) + "\"", "label"),
    .submit(#""subtitle":""# + String(repeating: "é", count: 128) + "\"", "subtitle"),
    .submit(#""strategy":"fail""#, "strategy"), .submit(#""strategy":"queue""#, "strategy", kind: "refresh"),
    .submit("", "command.argv", command: #"{"argv":[]}"#),
    .submit(
      "", "command.argv",
      command: #"{"argv":["/a""# + String(repeating: #","b""#, count: 1024) + "]}"),
    .submit(
      "", "command.argv",
      command: #"{"argv":["/a",""# + String(repeating: "b", count: 128 * 1024) + "\"]}"),
    .submit("", "command.argv[0]", command: #"{"argv":["true"]}"#),
    .submit("", "command.argv[0]", command: #"{"argv":[""]}"#),
    .submit("", "command.workingDirectory", command: #"{"argv":["/a"],"workingDirectory":"tmp"}"#),
    .submit("", "command.workingDirectory", command: #"{"argv":["/a"],"workingDirectory":""}"#),
    .submit(
      "", "command.workingDirectory",
      command: #"{"argv":["/a"],"workingDirectory":""# + String(repeating: "/a", count: 2048) + "\"}"),
    .submit("", "command.environment", command: #"{"argv":["/a"],"environment":{"":"x"}}"#),
    .submit("", "command.environment", command: #"{"argv":["/a"],"environment":{"1A":"x"}}"#),
    .submit("", "command.environment", command: #"{"argv":["/a"],"environment":{"A=B":"x"}}"#),
    .submit(
      "", "command.environment.BGTASK_RUN_ID",
      command: #"{"argv":["/a"],"environment":{"BGTASK_RUN_ID":"x"}}"#),
    .submit(
      "", "command.environment.BGTASKD_SOCKET",
      command: #"{"argv":["/a"],"environment":{"LANG":"C","BGTASKD_SOCKET":"x"}}"#),
    .submit(
      "", "command.environment",
      command: #"{"argv":["/a"],"environment":{"#
        + (0...256).map { "\"A\($0)\":\"\"" }.joined(separator: ",") + "}}"),
    .submit(
      "", "command.environment",
      command: #"{"argv":["/a"],"environment":{"A":""# + String(repeating: "b", count: 128 * 1024) + "\"}}"),
    .call("Cancel", #"{"identifier":"a b"}"#, "identifier", "InvalidRequest"),
    .call("Complete", #"{"runId":"x","success":true}"#, "", "NoSuchRun"),
    .call("HandlerBegan", #"{"runId":"x"}"#, "", "NoSuchRun"),
    .call(
      "Complete", #"{"runId":"0123456789ABCDEF0123456789ABCDEF","success":true}"#, "", "NoSuchRun"),
    .call(
      "ReportProgress",
      #"{"runId":"0","progress":{"completedUnitCount":-1,"totalUnitCount":1}}"#,
      "progress.completedUnitCount",
      "InvalidRequest"),
    .call(
      "ReportProgress",
      #"{"runId":"0","progress":{"completedUnitCount":1,"totalUnitCount":1,"title":"a\u202eb"}}"#,
      "progress.title", "InvalidRequest"),
    .call("SimulateConditions", #"{"conditions":{"weather":"rain"}}"#, "conditions", "InvalidRequest"),
    .call("SimulateConditions", #"{"conditions":{"idle":"maybe"}}"#, "conditions.idle", "InvalidRequest"),
    .call(
      "SimulateConditions", #"{"conditions":{"batteryPercent":"101"}}"#, "conditions.batteryPercent",
      "InvalidRequest"),
    .call(
      "SimulateConditions", #"{"conditions":{"batteryPercent":"99999999999999999999"}}"#,
      "conditions.batteryPercent", "InvalidRequest"),
    .call(
      "SimulateConditions", #"{"conditions":{"network":"wifi"}}"#, "conditions.network", "InvalidRequest"),
  ]
}
