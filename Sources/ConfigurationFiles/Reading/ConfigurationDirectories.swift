/// The directories in which an instance of the daemon finds its files, the highest first.
package struct ConfigurationDirectories: Hashable, Sendable {
  /// The directories of `bgtaskd.conf`, `bgtaskd.conf.d/` and `applications.d/`.
  package var configuration: [String]
  /// The directories of declared tasks. A user's own instance does not read the system's.
  package var tasks: [String]

  /// Creates the directories of an instance: the administrator's, those of local installations, those of
  /// packages, and for a user's own instance the user's before them.
  /// - Parameters:
  ///   - isSystem: Whether the instance is the system's; else it is a user's own.
  ///   - environment: Returns a variable of the environment.
  ///   - home: The user's home directory.
  package init(isSystem: Bool, environment: (String) -> String?, home: String) {
    let common = ["/etc/bgtaskd", "/usr/local/lib/bgtaskd", "/usr/lib/bgtaskd"]
    let personal = "\(environment("XDG_CONFIG_HOME") ?? "\(home)/.config")/bgtaskd"
    configuration = isSystem ? common : [personal] + common
    tasks = (isSystem ? common : [personal] + common.map { "\($0)/user" }).map { "\($0)/tasks.d" }
  }
}
