import Varlink

/// The fields that a type asked for.
final class ProbeRecorder {
  var fields: [Field] = []
}
