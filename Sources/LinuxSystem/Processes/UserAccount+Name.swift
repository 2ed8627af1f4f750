extension UserAccount {
  /// The user with this name, or with this number where it is one; nil when there is none. The lookup may ask
  /// a directory service and wait for it.
  public init?(named name: String) {
    // Names of digits only do not exist (useradd(8)).
    if let uid = UInt32(name), name.utf8.first != UInt8(ascii: "+") {
      self.init(uid: uid)
      return
    }
    guard let entry = PasswordEntry(name: name) else { return nil }
    self.init(entry)
  }
}
