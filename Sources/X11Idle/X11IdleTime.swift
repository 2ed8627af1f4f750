import CXCB
import Glibc

/// The error of a server that does not report its idle time.
struct IdleTimeError: Error {}

/// The time since the last input of an X server's keyboards and pointers: its counter `IDLETIME` (the X
/// Synchronization Extension, and dix of the X.Org server, which has the counter). Two alarms of the server
/// report when that becomes a pause and when it is one no more, so the helper does not poll. The screen saver
/// extension does not report the second.
struct X11IdleTime {
  private static let counterName = "IDLETIME"

  private let alarmEvent: UInt8
  private let pauseMSec: Int64
  /// Whether no input came for the whole pause.
  private(set) var isIdle: Bool

  /// Has the alarms made, then reads the counter, so every later change is an event.
  /// - Throws: When the server does not report its idle time, or has gone.
  init(on connection: OpaquePointer, pauseMSec: UInt32) throws(IdleTimeError) {
    self.pauseMSec = Int64(pauseMSec)
    // Xwayland sees only the input of its own windows.
    if Self.firstEvent(of: "XWAYLAND", connection) != nil { throw IdleTimeError() }
    guard let event = Self.firstEvent(of: "SYNC", connection) else { throw IdleTimeError() }
    alarmEvent = event + UInt8(XCB_SYNC_ALARM_NOTIFY)
    let version = xcb_sync_initialize_reply(connection, xcb_sync_initialize(connection, 3, 1), nil)
    guard let version else { throw IdleTimeError() }
    free(version)
    let counter = try Self.counter(connection)
    try Self.alarm(connection, counter, XCB_SYNC_TESTTYPE_POSITIVE_TRANSITION, self.pauseMSec)
    try Self.alarm(connection, counter, XCB_SYNC_TESTTYPE_NEGATIVE_TRANSITION, self.pauseMSec - 1)
    let answer = xcb_sync_query_counter_reply(connection, xcb_sync_query_counter(connection, counter), nil)
    guard let answer else { throw IdleTimeError() }
    isIdle = Self.number(answer.pointee.counter_value) >= self.pauseMSec
    free(answer)
  }

  /// Takes an event of the server.
  mutating func take(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    // The highest bit means that another client has sent the event.
    guard event.pointee.response_type == alarmEvent else { return }
    event.withMemoryRebound(to: xcb_sync_alarm_notify_event_t.self, capacity: 1) {
      isIdle = Self.number($0.pointee.counter_value) >= pauseMSec
    }
  }

  /// Returns the number of the first event of an extension; nil when the server does not have it.
  private static func firstEvent(of extensionName: String, _ connection: OpaquePointer) -> UInt8? {
    let question = xcb_query_extension(connection, UInt16(extensionName.utf8.count), extensionName)
    guard let answer = xcb_query_extension_reply(connection, question, nil) else { return nil }
    defer { free(answer) }
    return answer.pointee.present == 0 ? nil : answer.pointee.first_event
  }

  private static func counter(_ connection: OpaquePointer) throws(IdleTimeError) -> xcb_sync_counter_t {
    let answer = xcb_sync_list_system_counters_reply(
      connection, xcb_sync_list_system_counters(connection), nil)
    guard let answer else { throw IdleTimeError() }
    defer { free(answer) }
    let list = UnsafeRawBufferPointer(
      start: UnsafeRawPointer(answer) + 32, count: Int(answer.pointee.length) * 4)
    if let number = counter(named: counterName, in: list, count: Int(answer.pointee.counters_len)) {
      return number
    }
    throw IdleTimeError()
  }

  /// Finds a counter. libxcb's own way through the list goes wrong: it takes two bytes of padding in C's
  /// structure for part of the message. An entry (X Synchronization Extension, "Encoding") is the number in
  /// four bytes, the resolution in eight, the name's length in two, the name; all of it in multiples of four.
  private static func counter(named name: String, in list: UnsafeRawBufferPointer, count: Int)
    -> xcb_sync_counter_t?
  {
    var rest = list[...]
    for _ in 0..<count where rest.count >= 14 {
      let entry = UnsafeRawBufferPointer(rebasing: rest)
      let length = Int(entry.loadUnaligned(fromByteOffset: 12, as: UInt16.self))
      if entry.dropFirst(14).prefix(length).elementsEqual(name.utf8) {
        return entry.loadUnaligned(as: xcb_sync_counter_t.self)
      }
      rest = rest.dropFirst((14 + length + 3) & ~3)
    }
    return nil
  }

  private static func alarm(
    _ connection: OpaquePointer, _ counter: xcb_sync_counter_t, _ test: xcb_sync_testtype_t, _ value: Int64
  ) throws(IdleTimeError) {
    var values = xcb_sync_create_alarm_value_list_t(
      counter: counter, valueType: XCB_SYNC_VALUETYPE_ABSOLUTE.rawValue,
      value: xcb_sync_int64_t(hi: Int32(value >> 32), lo: UInt32(truncatingIfNeeded: value)),
      testType: test.rawValue, delta: xcb_sync_int64_t(hi: 0, lo: 0), events: 1)
    let mask =
      XCB_SYNC_CA_COUNTER.rawValue | XCB_SYNC_CA_VALUE_TYPE.rawValue | XCB_SYNC_CA_VALUE.rawValue
      | XCB_SYNC_CA_TEST_TYPE.rawValue | XCB_SYNC_CA_DELTA.rawValue | XCB_SYNC_CA_EVENTS.rawValue
    let alarm = xcb_sync_create_alarm_aux_checked(
      connection, xcb_generate_id(connection), mask, &values)
    guard let error = xcb_request_check(connection, alarm) else { return }
    free(error)
    throw IdleTimeError()
  }

  private static func number(_ value: xcb_sync_int64_t) -> Int64 { Int64(value.hi) << 32 | Int64(value.lo) }
}
