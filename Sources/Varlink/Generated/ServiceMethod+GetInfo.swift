// Made of org.varlink.service.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

extension ServiceMethod {
  /// Returns the description of the service, and the interfaces that it has.
  package enum GetInfo: VarlinkMethod {
    /// `org.varlink.service.GetInfo`
    package static let name = "org.varlink.service.GetInfo"

    /// A message without parameters.
    package typealias Parameters = Empty

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// The vendor of the service.
      package var vendor: String
      /// The name of the product.
      package var product: String
      /// The version of the product.
      package var version: String
      /// The address of the service's documentation.
      package var url: String
      /// The names of the service's interfaces.
      package var interfaces: [String]

      /// Creates the structure; optional fields are absent unless they are given.
      package init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
        (self.vendor, self.product, self.version, self.url) = (vendor, product, version, url)
        self.interfaces = interfaces
      }

      private static let fields: [StaticString] = ["interfaces", "product", "url", "vendor", "version"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var vendor: String?, product: String?, version: String?, url: String?, interfaces: [String]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: interfaces = try reader.texts()
            case 1: product = try reader.text()
            case 2: url = try reader.text()
            case 3: vendor = try reader.text()
            default: version = try reader.text()
          }
        }
        guard let vendor else { throw reader.missing("vendor", in: members, expected: "a string") }
        self.vendor = vendor
        guard let product else { throw reader.missing("product", in: members, expected: "a string") }
        self.product = product
        guard let version else { throw reader.missing("version", in: members, expected: "a string") }
        self.version = version
        guard let url else { throw reader.missing("url", in: members, expected: "a string") }
        self.url = url
        guard let interfaces else { throw reader.missing("interfaces", in: members, expected: "an array") }
        self.interfaces = interfaces
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("interfaces", interfaces)
        writer.member("product", product)
        writer.member("url", url)
        writer.member("vendor", vendor)
        writer.member("version", version)
        writer.endObject()
      }
    }
  }
}
