// Made of org.varlink.service.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

extension ServiceCall {
  /// The text that describes the interface.
  static let text = #"""
    # The interface that every Varlink service has (https://varlink.org/Service).
    interface org.varlink.service

    # What the service is and which interfaces it has.
    method GetInfo() -> (
      # Who made it.
      vendor: string,
      # What it is.
      product: string,
      # Which version.
      version: string,
      # Where to read about it.
      url: string,
      # The names of its interfaces.
      interfaces: []string
    )

    # The text that describes an interface, by its name.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # The service has no such interface.
    error InterfaceNotFound (interface: string)

    # The interface has no such method.
    error MethodNotFound (method: string)

    # The service does not do this (yet).
    error MethodNotImplemented (method: string)

    # parameter is the dotted path of the field (request.command.argv[2]), empty when the message as a whole
    # cannot be accepted; message says what was found and what is allowed.
    error InvalidParameter (parameter: string, message: string)

    # The caller may not do this.
    error PermissionDenied ()

    # The method answers more than once, and the call does not say more.
    error ExpectedMore ()

    """#
}
