import LinuxSystem

/// The properties for a program's credentials (systemd.exec(5), "Credentials").
extension UnitProperties {
  /// Writes credentials as paths of files that only root can read, because every user can read properties.
  func writeCredentials(_ writer: BusWriter) throws(BusError) {
    guard let secretFiles else { return }
    for (name, isEncrypted) in [("LoadCredential", false), ("LoadCredentialEncrypted", true)] {
      let places = program.credentials.indices.filter { program.credentials[$0].isEncrypted == isEncrypted }
      guard !places.isEmpty else { continue }
      try property(writer, name, "a(ss)") { (writer) throws(BusError) in
        try writer.array(of: "(ss)") { (writer) throws(BusError) in
          for place in places {
            try writer.structure("ss") { (writer) throws(BusError) in
              try writer.string(program.credentials[place].name)
              try writer.string(secretFiles.path(ofCredential: place, for: program.run))
            }
          }
        }
      }
    }
  }
}
