import TestSupport
import Testing

/// All that needs a systemd that has booted.
@Suite(.enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct Booted {}
