/// One step on the way to a value inside a message.
enum PathElement {
  /// A member of an object; where its name stands in the message.
  case member(JSONString)
  /// An element of an array, from 0.
  case element(Int)
}
