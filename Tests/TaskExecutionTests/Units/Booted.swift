import TestSupport
import Testing

/// All that needs a systemd that has booted. One test at a time: some of them disturb the manager for
/// everybody, and some measure.
@Suite(
  .serialized, .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct Booted {}
