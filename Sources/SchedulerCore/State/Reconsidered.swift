/// The waiting tasks about which an event may have changed the decision.
struct Reconsidered {
  /// They moved on: their date or pause was over.
  var moved: [TaskID] = []
  /// What is believed about the machine changed, so what is followed may wait for something else.
  var conditionsChanged = false
}
