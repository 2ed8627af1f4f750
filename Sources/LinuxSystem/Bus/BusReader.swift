import CSystemd
import Glibc

/// Reads a message's arguments one after the other. Nothing that a message holds can trap: what is of another
/// type, too long or missing is an error that says so.
package struct BusReader {
  private let message: BusMessage

  init(_ message: BusMessage) { self.message = message }

  /// Whether there is nothing more in this array, structure or message.
  /// - Throws: ``BusError/format(_:)``.
  package var isAtEnd: Bool {
    get throws(BusError) { try check("the end") { sd_bus_message_at_end(message.handle, 0) } > 0 }
  }

  /// A byte (`y`).
  /// - Throws: ``BusError/format(_:)``, as all of these.
  package func byte() throws(BusError) -> UInt8 { try basic("y", UInt8(0)) }
  /// A boolean (`b`).
  package func bool() throws(BusError) -> Bool { try basic("b", CInt(0)) != 0 }
  /// A signed integer (`i`).
  package func int32() throws(BusError) -> Int32 { try basic("i", Int32(0)) }
  /// An unsigned integer (`u`).
  package func uint32() throws(BusError) -> UInt32 { try basic("u", UInt32(0)) }
  /// A long signed integer (`x`).
  package func int64() throws(BusError) -> Int64 { try basic("x", Int64(0)) }
  /// A long unsigned integer (`t`).
  package func uint64() throws(BusError) -> UInt64 { try basic("t", UInt64(0)) }
  /// A floating-point number (`d`).
  package func double() throws(BusError) -> Double { try basic("d", Double(0)) }

  /// A descriptor (`h`), as one of the caller's own.
  /// - Throws: ``BusError/format(_:)``, and ``BusError/connection(_:)`` when this process has no room for it.
  package func descriptor() throws(BusError) -> SharedDescriptor {
    // The one that the message holds is closed with it.
    let number = try basic("h", CInt(-1))
    do throws(SystemError) {
      return SharedDescriptor(owning: try systemCall("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
    } catch {
      throw .connection(error)
    }
  }

  /// A string (`s`) of at most `limit` bytes.
  package func string(limit: Int = 64 * 1024) throws(BusError) -> String { try text("s", limit) }
  /// The path of an object (`o`).
  package func objectPath(limit: Int = 4096) throws(BusError) -> String { try text("o", limit) }

  /// An array of bytes (`ay`), at most `limit`.
  package func bytes(limit: Int = 64 * 1024) throws(BusError) -> [UInt8] {
    var start: UnsafeRawPointer?
    var count = 0
    let found = try check("ay") {
      sd_bus_message_read_array(message.handle, Self.code("y"), &start, &count)
    }
    guard found > 0 else { throw .format("expected ay, found the end") }
    guard count <= limit else { throw .format("ay of \(count) bytes; at most \(limit) are allowed") }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// An array whose elements have the type `contents`, at most `limit` of them.
  package func array<Element>(
    of contents: String, limit: Int = 4096, _ element: (BusReader) throws(BusError) -> Element
  ) throws(BusError) -> [Element] {
    var elements: [Element] = []
    try container("a", contents) { () throws(BusError) in
      while try !isAtEnd {
        guard elements.count < limit else { throw .format("a\(contents) has more than \(limit) elements") }
        elements.append(try element(self))
      }
    }
    return elements
  }

  /// A structure of these types.
  package func structure<Value>(_ contents: String, _ body: (BusReader) throws(BusError) -> Value)
    throws(BusError)
    -> Value
  {
    try container("r", contents) { () throws(BusError) in try body(self) }
  }

  /// An entry of a dictionary, whose array is read with ``array(of:limit:_:)`` of `{…}`.
  package func entry<Value>(_ contents: String, _ body: (BusReader) throws(BusError) -> Value)
    throws(BusError)
    -> Value
  {
    try container("e", contents) { () throws(BusError) in try body(self) }
  }

  /// A variant that holds this type.
  package func variant<Value>(_ contents: String, _ body: (BusReader) throws(BusError) -> Value)
    throws(BusError)
    -> Value
  {
    try container("v", contents) { () throws(BusError) in try body(self) }
  }

  /// Properties (`a{sv}`), at most `limit` of them. `body` is called for each name, and reads the variant;
  /// what it leaves alone, by returning false, is skipped.
  package func properties(limit: Int = 4096, _ body: (String, BusReader) throws(BusError) -> Bool)
    throws(BusError)
  {
    _ = try array(of: "{sv}", limit: limit) { (reader) throws(BusError) in
      try reader.entry("sv") { (reader) throws(BusError) in
        let name = try reader.string(limit: 256)
        if try !body(name, reader) { try reader.skip("v") }
      }
    }
  }

  /// Passes over arguments of these types.
  package func skip(_ types: String) throws(BusError) {
    try check(types) { sd_bus_message_skip(message.handle, types) }
  }

  private func container<Value>(_ type: Character, _ contents: String, _ body: () throws(BusError) -> Value)
    throws(BusError) -> Value
  {
    let name = "\(type)(\(contents))"
    let entered = try check(name) {
      sd_bus_message_enter_container(message.handle, Self.code(type), contents)
    }
    guard entered > 0 else { throw .format("expected \(name), found the end") }
    let value = try body()
    // EBUSY: something was left over, which only an argument that the caller did not read can be.
    try check("the end of \(name)") { sd_bus_message_exit_container(message.handle) }
    return value
  }

  private func text(_ type: Character, _ limit: Int) throws(BusError) -> String {
    let start = try basic(type, UnsafePointer<CChar>?.none)
    guard let start else { throw .format("expected \(type), found nothing") }
    let count = strlen(start)
    guard count <= limit else { throw .format("a string of \(count) bytes; at most \(limit) are allowed") }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func basic<Value>(_ type: Character, _ initial: Value) throws(BusError) -> Value {
    var value = initial
    let found = try check(String(type)) {
      withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(message.handle, Self.code(type), $0) }
    }
    guard found > 0 else { throw .format("expected \(type), found the end") }
    return value
  }

  @discardableResult
  private func check(_ expected: String, _ body: () -> CInt) throws(BusError) -> CInt {
    let answer = body()
    guard answer < 0 else { return answer }
    throw .format("expected \(expected), found \(found) (error \(-answer))")
  }

  /// What the variant that comes next holds.
  var variantType: String {
    get throws(BusError) {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      try check("v") { sd_bus_message_peek_type(message.handle, &type, &contents) }
      guard type == Self.code("v"), let contents else { throw .format("expected v, found \(found)") }
      return String(cString: contents)
    }
  }

  /// The type of what comes next.
  private var found: String {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(message.handle, &type, &contents) > 0 else { return "the end" }
    let name = String(UnicodeScalar(UInt8(bitPattern: type)))
    return contents.map { "\(name)(\(String(cString: $0)))" } ?? name
  }

  private static func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
}
