import CSystemd
import Glibc

/// Appends the arguments of a message that is being made.
package struct BusWriter {
  private let handle: OpaquePointer

  /// Writes into a message of sd-bus.
  package init(_ handle: OpaquePointer) { self.handle = handle }

  /// A byte (`y`).
  /// - Throws: ``BusError/format(_:)`` for what a message cannot carry, as all of these.
  package func byte(_ value: UInt8) throws(BusError) { try basic("y", value) }
  /// A boolean (`b`).
  package func bool(_ value: Bool) throws(BusError) { try basic("b", CInt(value ? 1 : 0)) }
  /// A signed integer (`i`).
  package func int32(_ value: Int32) throws(BusError) { try basic("i", value) }
  /// An unsigned integer (`u`).
  package func uint32(_ value: UInt32) throws(BusError) { try basic("u", value) }
  /// A long signed integer (`x`).
  package func int64(_ value: Int64) throws(BusError) { try basic("x", value) }
  /// A long unsigned integer (`t`).
  package func uint64(_ value: UInt64) throws(BusError) { try basic("t", value) }
  /// A floating-point number (`d`).
  package func double(_ value: Double) throws(BusError) { try basic("d", value) }
  /// An open descriptor (`h`), of which the message holds a copy.
  package func descriptor(_ number: Int32) throws(BusError) { try basic("h", number) }
  /// A string (`s`).
  package func string(_ value: String) throws(BusError) { try text("s", value) }
  /// The path of an object (`o`).
  package func objectPath(_ value: String) throws(BusError) { try text("o", value) }

  /// An array of bytes (`ay`).
  package func bytes(_ value: [UInt8]) throws(BusError) {
    try check("ay") { sd_bus_message_append_array(handle, Self.code("y"), value, value.count) }
  }

  /// An array of strings (`as`).
  package func strings(_ values: [String]) throws(BusError) {
    try array(of: "s") { (writer) throws(BusError) in
      for value in values { try writer.string(value) }
    }
  }

  /// An array whose elements, appended by `body`, have the type `contents`.
  package func array(of contents: String, _ body: (BusWriter) throws(BusError) -> Void) throws(BusError) {
    try container("a", contents, body)
  }

  /// A structure of these types.
  package func structure(_ contents: String, _ body: (BusWriter) throws(BusError) -> Void) throws(BusError) {
    try container("r", contents, body)
  }

  /// An entry of a dictionary.
  package func entry(_ contents: String, _ body: (BusWriter) throws(BusError) -> Void) throws(BusError) {
    try container("e", contents, body)
  }

  /// A variant that holds this type.
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

  /// Why this cannot be a string on the bus, nor anywhere else with systemd; nil when it can.
  package static func problem(with value: String) -> String? {
    if value.utf8.contains(0) { return "a string holds a NUL byte" }
    // sd-bus refuses these (noncharacters of Unicode) and says no more than that the argument is invalid.
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
