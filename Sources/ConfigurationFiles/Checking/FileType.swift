/// What a file that people write for bgtaskd is about.
public enum FileType: String, CaseIterable, Sendable {
  /// A declared task, `tasks.d/NAME.task`, or one of its drop-ins.
  case task
  /// An application's manifest, `applications.d/NAME.conf`.
  case manifest
  /// The rules, `bgtaskd.conf`, or one of their drop-ins.
  case configuration
}
