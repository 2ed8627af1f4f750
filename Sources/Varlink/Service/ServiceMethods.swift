/// `org.varlink.service`, the interface that every service has.
public enum ServiceMethods {
  /// What the service is and which interfaces it has.
  public enum GetInfo: VarlinkMethod {
    /// `org.varlink.service.GetInfo`
    public static let name = "org.varlink.service.GetInfo"
    /// Nothing.
    public typealias Parameters = Empty

    /// The service and its interfaces.
    public struct Reply: Codable, Hashable, Sendable {
      /// Who made it.
      public var vendor: String
      /// What it is.
      public var product: String
      /// Which version.
      public var version: String
      /// Where to read about it.
      public var url: String
      /// The names of its interfaces.
      public var interfaces: [String]
    }
  }

  /// The text that describes an interface.
  public enum GetInterfaceDescription: VarlinkMethod {
    /// `org.varlink.service.GetInterfaceDescription`
    public static let name = "org.varlink.service.GetInterfaceDescription"

    /// Which interface.
    public struct Parameters: Codable, Hashable, Sendable {
      /// Its name.
      public var interface: String

      /// The interface of this name.
      public init(interface: String) { self.interface = interface }
    }

    /// Its description.
    public struct Reply: Codable, Hashable, Sendable {
      /// The whole text.
      public var description: String
    }
  }

  static let description = """
    # The interface that every Varlink service has (https://varlink.org/Service).
    interface org.varlink.service

    # What the service is and which interfaces it has.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The text that describes an interface.
    method GetInterfaceDescription(interface: string) -> (description: string)

    error InterfaceNotFound (interface: string)
    error MethodNotFound (method: string)
    error MethodNotImplemented (method: string)

    # parameter is the dotted path of the field (request.command.argv[2]), empty when the message as a whole
    # cannot be accepted; message says what was found and what is allowed.
    error InvalidParameter (parameter: string, message: ?string)

    error PermissionDenied ()
    error ExpectedMore ()

    """
}
