import CSystemd
import Glibc

/// A writer of the arguments of a message that is being made.
package struct BusWriter {
  private let handle: OpaquePointer

  /// Writes into a message of sd-bus.
  package init(_ handle: OpaquePointer) { self.handle = handle }

  /// Appends a byte (`y`).
  /// - Throws: ``BusError/format(_:)`` for a value that a message cannot carry, as all the methods here.
  package func byte(_ value: UInt8) throws(BusError) { try basic("y", value) }
  /// Appends a boolean (`b`).
  package func bool(_ value: Bool) throws(BusError) { try basic("b", CInt(value ? 1 : 0)) }
  /// Appends a signed integer (`i`).
  package func int32(_ value: Int32) throws(BusError) { try basic("i", value) }
  /// Appends an unsigned integer (`u`).
  package func uint32(_ value: UInt32) throws(BusError) { try basic("u", value) }
  /// Appends a long signed integer (`x`).
  package func int64(_ value: Int64) throws(BusError) { try basic("x", value) }
  /// Appends a long unsigned integer (`t`).
  package func uint64(_ value: UInt64) throws(BusError) { try basic("t", value) }
  /// Appends a floating-point number (`d`).
  package func double(_ value: Double) throws(BusError) { try basic("d", value) }
  /// Appends an open descriptor (`h`), of which the message holds a copy.
  package func descriptor(_ number: Int32) throws(BusError) { try basic("h", number) }
  /// Appends a string (`s`).
  package func string(_ value: String) throws(BusError) { try text("s", value) }
  /// Appends the path of an object (`o`).
  package func objectPath(_ value: String) throws(BusError) { try text("o", value) }

  /// Appends an array of bytes (`ay`).
  package func bytes(_ value: [UInt8]) throws(BusError) {
    try check("ay") { sd_bus_message_append_array(handle, Self.code("y"), value, value.count) }
  }

  /// Appends an array of strings (`as`).
  package func strings(_ values: [String]) throws(BusError) {
    try array(of: "s") { (writer) throws(BusError) in
      for value in values { try writer.string(value) }
    }
  }

  /// Appends an array whose elements, appended by `body`, have the type `contents`.
  package func array(of contents: String, _ body: (BusWriter) throws(BusError) -> Void) throws(BusError) {
    try container("a", contents, body)
  }

  /// Appends a structure of these types.
  package func structure(_ contents: String, _ body: (BusWriter) throws(BusError) -> Void) throws(BusError) {
    try container("r", contents, body)
  }

  /// Appends an entry of a dictionary.
  package func entry(_ contents: String, _ body: (BusWriter) throws(BusError) -> Void) throws(BusError) {
    try container("e", contents, body)
  }

  /// Appends a variant that holds this type.
  package func variant(_ contents: String, _ body: (BusWriter) throws(BusError) -> Void) throws(BusError) {
    try container("v", contents, body)
  }

  private func container(
    _ type: Character, _ contents: String, _ body: (BusWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try check("\(type)(\(contents))") { sd_bus_message_open_container(handle, Self.code(type), contents) }
    try body(self)
    try check("the end of \(type)(\(contents))") { sd_bus_message_close_container(handle) }
  }

  /// Returns why a text cannot be a string on the bus, or anywhere in systemd; nil when it can.
  package static func problem(with value: String) -> String? {
    if value.utf8.contains(0) { return "a string holds a NUL byte" }
    // sd-bus refuses noncharacters of Unicode, and says only that the argument is invalid.
    return value.unicodeScalars.first(where: \.properties.isNoncharacterCodePoint).map {
      "a string holds U+\(String($0.value, radix: 16, uppercase: true)), which is no character"
    }
  }

  private func text(_ type: Character, _ value: String) throws(BusError) {
    if let problem = Self.problem(with: value) { throw .format(problem) }
    try check("\(type) of \(value.utf8.count) bytes") {
      value.withCString { sd_bus_message_append_basic(handle, Self.code(type), $0) }
    }
  }

  private func basic<Value>(_ type: Character, _ value: Value) throws(BusError) {
    try check(String(type)) {
      withUnsafePointer(to: value) { sd_bus_message_append_basic(handle, Self.code(type), $0) }
    }
  }

  private func check(_ what: String, _ body: () -> CInt) throws(BusError) {
    let answer = body()
    guard answer < 0 else { return }
    throw .format(
      "\(what) does not fit into the message here: "
        + "\(SystemError(call: "sd_bus_message_append", code: -answer).text)"
    )
  }

  private static func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
}
