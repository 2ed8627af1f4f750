import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Connected Bluetooth devices, as BlueZ says them")
struct BluetoothSourceTests {
  private static let name = "org.bluez"
  private static let mock = "org.bluez.Mock"
  private static let device = "org.bluez.Device1"

  private let bench: SourceBench

  init() throws {
    bench = try SourceBench { bus, _ in BluetoothSource(on: bus) }
    try bench.start()
  }

  /// The path of a device that the mocked BlueZ knows from then on.
  private func add(_ address: String, _ alias: String, to service: MockedService) throws -> String {
    try service.call("/org/bluez", Self.mock, "AddDevice", ["sss", "hci0", address, alias])
    return "/org/bluez/hci0/dev_" + address.split(separator: ":").joined(separator: "_")
  }

  private func blueZ() throws -> MockedService {
    let service = try bench.mock("bluez5", Self.name)
    try service.call("/org/bluez", Self.mock, "AddAdapter", ["ss", "hci0", "notebook"])
    return service
  }

  @Test("Without BlueZ no device is connected, which is a guess")
  func absent() {
    #expect(bench.sees { $0.bluetoothDevices == [] })
    #expect(bench.inbox.last(.bluetoothDevices)?.certainty == .guessed)
  }

  @Test("A device counts while it is connected, by its alias and its address, and not when it is only near")
  func connection() throws {
    let service = try blueZ()
    let car = try add("AA:BB:CC:00:11:22", "Car", to: service)
    _ = try add("AA:BB:CC:00:11:33", "Neighbour's phone", to: service)
    try service.call(car, Self.device, "Connect", [])
    #expect(bench.sees { $0.bluetoothDevices == ["Car", "AA:BB:CC:00:11:22"] })
    #expect(bench.inbox.last(.bluetoothDevices)?.certainty == .certain)
    // The user gives it another name while it is connected; its own stays.
    try service.set(car, Self.device, "Alias", ["s", "Old car"])
    #expect(bench.sees { $0.bluetoothDevices == ["Car", "Old car", "AA:BB:CC:00:11:22"] })
    try service.call(car, Self.device, "Disconnect", [])
    #expect(bench.sees { $0.bluetoothDevices == [] })
  }

  @Test("A device that BlueZ forgets while it is connected is not connected any more")
  func removal() throws {
    let service = try blueZ()
    let headset = try add("AA:BB:CC:00:11:44", "Headset", to: service)
    try service.call(headset, Self.device, "Connect", [])
    #expect(bench.sees { $0.bluetoothDevices?.contains("Headset") == true })
    try service.call("/org/bluez/hci0", "org.bluez.Adapter1", "RemoveDevice", ["o", headset])
    #expect(bench.sees { $0.bluetoothDevices == [] })
  }

  @Test("BlueZ is killed while a device is connected, and comes back")
  func restart() throws {
    let service = try blueZ()
    let car = try add("AA:BB:CC:00:11:22", "Car", to: service)
    try service.set(car, Self.device, "Connected", ["b", "true"])
    #expect(bench.sees { $0.bluetoothDevices?.contains("Car") == true })
    service.end()
    #expect(bench.sees { $0.bluetoothDevices == [] })
    #expect(bench.inbox.last(.bluetoothDevices)?.certainty == .guessed)
    let second = try blueZ()
    let again = try add("AA:BB:CC:00:11:22", "Car", to: second)
    try second.call(again, Self.device, "Connect", [])
    #expect(bench.sees { $0.bluetoothDevices?.contains("Car") == true })
  }

  @Test("A name that would write to a terminal is not taken over, and of many names the first 64 are")
  func hostileNames() throws {
    let service = try blueZ()
    let car = try add("AA:BB:CC:00:11:22", "\u{1B}[2J", to: service)
    try service.call(car, Self.device, "Connect", [])
    #expect(bench.sees { $0.bluetoothDevices == ["AA:BB:CC:00:11:22"] })
    for number in 10..<50 {
      let path = try add("AA:BB:CC:00:22:\(number)", "Sensor \(number)", to: service)
      try service.call(path, Self.device, "Connect", [])
    }
    #expect(bench.sees { $0.bluetoothDevices?.count == 64 })
  }
}
