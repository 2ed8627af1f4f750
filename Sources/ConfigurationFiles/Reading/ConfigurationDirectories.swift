/// Where an instance of the daemon finds what people write for it, the highest directory first.
package struct ConfigurationDirectories: Hashable, Sendable {
  /// Those that may hold `bgtaskd.conf`, `bgtaskd.conf.d/` and `applications.d/`.
  package var configuration: [String]
  /// Those that hold declared tasks. The system's tasks are none of a user's own instance.
  package var tasks: [String]

  /// The instance's places: what the administrator writes, what is installed locally, what packages install,
  /// and before them what a user writes for their own instance.
  /// - Parameters:
  ///   - isSystem: The system's instance; else a user's own.
  ///   - environment: A variable of the environment.
  ///   - home: The user's home directory.
  package init(isSystem: Bool, environment: (String) -> String?, home: String) {
    let common = ["/etc/bgtaskd", "/usr/local/lib/bgtaskd", "/usr/lib/bgtaskd"]
    let personal = "\(environment("XDG_CONFIG_HOME") ?? "\(home)/.config")/bgtaskd"
    configuration = isSystem ? common : [personal] + common
    tasks = (isSystem ? common : [personal] + common.map { "\($0)/user" }).map { "\($0)/tasks.d" }
  }
}
