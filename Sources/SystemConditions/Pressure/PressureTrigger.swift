import Glibc
import LinuxSystem

/// Sets PSI triggers: a threshold is written to one of PSI's files, which then signals for as long as it is
/// open.
enum PressureTrigger {
  /// The errors that mean that PSI is not available. ENOENT, EOPNOTSUPP: not in this kernel, or switched off
  /// (`psi=0`). EACCES, EPERM: kernels before 6.4 ask for privilege; EPERM as well for a file that cannot be
  /// polled. EINVAL: even the unprivileged form is refused.
  private static let absence: [CInt] = [ENOENT, ENOTDIR, EOPNOTSUPP, EACCES, EPERM, EROFS, EINVAL]

  /// Sets a trigger; nil where the kernel has no PSI, has it switched off, or refuses it to this user.
  /// - Throws: ``SystemError`` of errors that have nothing to do with PSI.
  static func arm(_ path: String, _ threshold: PressureThreshold) throws(SystemError) -> PriorityPoll? {
    do throws(SystemError) {
      let file = Descriptor(
        owning: try systemCall("open", path) { open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK) })
      do throws(SystemError) { try write(threshold, to: file, path) } catch {
        guard error.code == EINVAL || error.code == EPERM else { throw error }
        try write(threshold.unprivileged, to: file, path)
      }
      return try PriorityPoll(file)
    } catch {
      if absence.contains(error.code) { return nil }
      throw error
    }
  }

  private static func write(
    _ threshold: PressureThreshold, to file: borrowing Descriptor, _ path: String
  ) throws(SystemError) {
    let number = file.number
    let bytes = threshold.trigger
    try systemCall("write", path) { Glibc.write(number, bytes, bytes.count) }
  }
}
