// Made of the table of conditions by `make generate`. Changes belong there.
// swift-format-ignore-file
import SchedulerCore

extension BGTaskCondition {
  /// A network of this name is in use: a connection of NetworkManager, or a wireless one.
  /// - Parameters:
  ///   - name: The name, 1 to 255 bytes.
  ///   - duration: For so long without a break; `nil` is just now.
  public static func network(_ name: String, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.named(.network, name), for: duration)
  }

  /// A Bluetooth device of this name, or with this address, is connected.
  /// - Parameters:
  ///   - name: The name, 1 to 255 bytes.
  ///   - duration: For so long without a break; `nil` is just now.
  public static func bluetooth(_ name: String, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.named(.bluetooth, name), for: duration)
  }
}
