import CLinux
import Glibc

/// How much of the processors and of the disk processes get beside others.
package enum ProcessPriority {
  /// ioprio_set(2).
  package enum IOClass: CInt {
    /// In turn with others, at the usual level.
    case bestEffort = 2
    /// When nobody else wants the disk.
    case idle = 3
  }

  /// setpriority(2), for all processes of a group. Nothing happens where it is not allowed.
  package static func setNice(_ nice: Int, ofGroup group: Int32) {
    _ = setpriority(__priority_which_t(PRIO_PGRP.rawValue), id_t(group), CInt(nice))
  }

  /// The same for the disk.
  package static func setIOClass(_ ioClass: IOClass, ofGroup group: Int32) {
    _ = clinux_set_io_class(group, ioClass.rawValue)
  }
}
