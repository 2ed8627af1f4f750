// Made of org.varlink.service.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

extension ServiceMethod {
  /// Returns the description of the service, and the interfaces that it has.
  package enum GetInfo: VarlinkMethod {
    package static let name = "org.varlink.service.GetInfo"
    package typealias Parameters = Empty

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
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

      package init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
        (self.vendor, self.product, self.version, self.url) = (vendor, product, version, url)
        self.interfaces = interfaces
      }

      private static let fields: [StaticString] = ["interfaces", "product", "url", "vendor", "version"]

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
        self.vendor = try reader.required(vendor, "vendor", in: members)
        self.product = try reader.required(product, "product", in: members)
        self.version = try reader.required(version, "version", in: members)
        self.url = try reader.required(url, "url", in: members)
        self.interfaces = try reader.required(interfaces, "interfaces", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("interfaces", interfaces)
        writer.member("product", product)
        writer.member("url", url)
        writer.member("vendor", vendor)
        writer.member("version", version)
      }
    }
  }
}
