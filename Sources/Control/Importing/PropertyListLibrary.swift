import Glibc

/// libplist, which reads the property lists of Apple's systems, in XML and in their binary form. It is loaded
/// on demand, because one verb alone needs it.
struct PropertyListLibrary {
  /// The functions' types, as the library's header has them.
  typealias Parse =
    @convention(c) (UnsafePointer<UInt8>, UInt32, UnsafeMutablePointer<OpaquePointer?>) -> Void
  typealias Item = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> OpaquePointer?
  typealias Count = @convention(c) (OpaquePointer) -> UInt32
  typealias Element = @convention(c) (OpaquePointer, UInt32) -> OpaquePointer?
  typealias Text = @convention(c) (OpaquePointer, UnsafeMutablePointer<UInt64>?) -> UnsafePointer<CChar>?
  typealias Kind = @convention(c) (OpaquePointer) -> CInt
  typealias Free = @convention(c) (OpaquePointer) -> Void

  let parse: Parse
  let item: Item
  let count: Count
  let element: Element
  let text: Text
  let kind: Kind
  let free: Free

  /// The library's package, and the name of its file.
  static let package = "libplist3"
  private static let file = "libplist-2.0.so.3"

  /// Loads the library, or returns nil when it is not installed.
  init?() {
    guard let library = dlopen(Self.file, RTLD_NOW) else { return nil }
    func function<Function>(_ name: String, _ type: Function.Type = Function.self) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let parse: Parse = function("plist_from_memory"), let item: Item = function("plist_dict_get_item"),
      let count: Count = function("plist_array_get_size"),
      let element: Element = function("plist_array_get_item"),
      let text: Text = function("plist_get_string_ptr"), let kind: Kind = function("plist_get_node_type"),
      let free: Free = function("plist_free")
    else { return nil }
    (self.parse, self.item, self.count, self.element) = (parse, item, count, element)
    (self.text, self.kind, self.free) = (text, kind, free)
  }
}
