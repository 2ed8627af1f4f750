/// Why a ``WakeUpTimer`` woke its owner. After each of them time is looked at anew.
public enum WakeUpCause: Hashable, Sendable {
  /// An armed date or point has come.
  case due
  /// The wall clock was set, forwards or backwards.
  case clockChanged
  /// The machine was suspended and is back.
  case resumed
}
