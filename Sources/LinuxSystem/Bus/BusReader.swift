import CSystemd
import Glibc

/// A reader of a message's arguments, in order. No message can make it trap: an argument of another type, too
/// long or missing throws an error that says so.
package struct BusReader {
  private let message: BusMessage

  init(_ message: BusMessage) { self.message = message }

  /// Whether the array, structure or message that is being read has no more elements.
  /// - Throws: ``BusError/format(_:)``.
  package var isAtEnd: Bool {
    get throws(BusError) { try check("the end") { sd_bus_message_at_end(message.handle, 0) } > 0 }
  }

  /// Reads a byte (`y`).
  /// - Throws: ``BusError/format(_:)``, as all the methods here.
  package func byte() throws(BusError) -> UInt8 { try basic("y", UInt8(0)) }
  /// Reads a boolean (`b`).
  package func bool() throws(BusError) -> Bool { try basic("b", CInt(0)) != 0 }
  /// Reads a signed integer (`i`).
  package func int32() throws(BusError) -> Int32 { try basic("i", Int32(0)) }
  /// Reads an unsigned integer (`u`).
  package func uint32() throws(BusError) -> UInt32 { try basic("u", UInt32(0)) }
  /// Reads a long signed integer (`x`).
  package func int64() throws(BusError) -> Int64 { try basic("x", Int64(0)) }
  /// Reads a long unsigned integer (`t`).
  package func uint64() throws(BusError) -> UInt64 { try basic("t", UInt64(0)) }
  /// Reads a floating-point number (`d`).
  package func double() throws(BusError) -> Double { try basic("d", Double(0)) }

  /// Reads a descriptor (`h`) as a duplicate of the caller's own.
  /// - Throws: ``BusError/format(_:)``, and ``BusError/connection(_:)`` when this process has no room for it.
  package func descriptor() throws(BusError) -> SharedDescriptor {
    // The message closes its own descriptor.
    let number = try basic("h", CInt(-1))
    do throws(SystemError) {
      return SharedDescriptor(owning: try systemCall("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
    } catch {
      throw .connection(error)
    }
  }

  /// Reads a string (`s`) of at most `limit` bytes.
  package func string(limit: Int = 64 * 1024) throws(BusError) -> String { try text("s", limit) }
  /// Reads the path of an object (`o`), at most `limit` bytes.
  package func objectPath(limit: Int = 4096) throws(BusError) -> String { try text("o", limit) }

  /// Reads an array of bytes (`ay`), at most `limit`.
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

  /// Reads an array whose elements have the type `contents`, at most `limit` of them.
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

  /// Reads a structure of these types.
  package func structure<Value>(_ contents: String, _ body: (BusReader) throws(BusError) -> Value)
    throws(BusError)
    -> Value
  {
    try container("r", contents) { () throws(BusError) in try body(self) }
  }

  /// Reads an entry of a dictionary, whose array is read with ``array(of:limit:_:)`` of `{…}`.
  package func entry<Value>(_ contents: String, _ body: (BusReader) throws(BusError) -> Value)
    throws(BusError)
    -> Value
  {
    try container("e", contents) { () throws(BusError) in try body(self) }
  }

  /// Reads a variant that holds this type.
  package func variant<Value>(_ contents: String, _ body: (BusReader) throws(BusError) -> Value)
    throws(BusError)
    -> Value
  {
    try container("v", contents) { () throws(BusError) in try body(self) }
  }

  /// Reads properties (`a{sv}`), at most `limit` of them. `body` is called with each name and reads the
  /// variant, or returns false to have it skipped.
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

  /// Skips arguments of these types.
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
    // EBUSY: an element was left over, which only an argument that the caller did not read can be.
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

  /// The type of the contents of the next argument, a variant.
  var variantType: String {
    get throws(BusError) {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      try check("v") { sd_bus_message_peek_type(message.handle, &type, &contents) }
      guard type == Self.code("v"), let contents else { throw .format("expected v, found \(found)") }
      return String(cString: contents)
    }
  }

  /// The type of the next argument, for errors.
  private var found: String {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(message.handle, &type, &contents) > 0 else { return "the end" }
    let name = String(UnicodeScalar(UInt8(bitPattern: type)))
    return contents.map { "\(name)(\(String(cString: $0)))" } ?? name
  }

  private static func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
}
