import CLinux
import Glibc

/// The priority of processes for the processors and the disk.
package enum ProcessPriority {
  /// The I/O class (ioprio_set(2)).
  package enum IOClass: CInt {
    /// In turn with other processes, at the usual level.
    case bestEffort = 2
    /// Only while no other process wants the disk.
    case idle = 3
  }

  /// Sets the nice value of all processes of a group (setpriority(2)), where that is allowed.
  package static func setNice(_ nice: Int, ofGroup group: Int32) {
    _ = setpriority(__priority_which_t(PRIO_PGRP.rawValue), id_t(group), CInt(nice))
  }

  /// Sets the I/O class of all processes of a group, where that is allowed.
  package static func setIOClass(_ ioClass: IOClass, ofGroup group: Int32) {
    _ = clinux_set_io_class(group, ioClass.rawValue)
  }
}
