import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import SchedulerAPI
import Synchronization
import TestSupport
import Testing

/// What programs ask Foundation about the machine, from bgtaskd's conditions.
@Suite("Low power mode and heat, as Foundation says them", .serialized)
struct MachineTests {
  @Test("Nobody asked: the machine is unconstrained; looking starts to tell changes")
  func simulated() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.a"])
    await simulated.withShared {
      let info = ProcessInfo.processInfo
      #expect(!info.isLowPowerModeEnabled)
      #expect(info.thermalState == .nominal)
      let power = Fact<Bool>()
      let heat = Fact<ProcessInfo.ThermalState>()
      let observers = [
        NotificationCenter.default.addObserver(
          forName: .NSProcessInfoPowerStateDidChange, object: info, queue: nil
        ) { _ in power.happens(ProcessInfo.processInfo.isLowPowerModeEnabled) },
        NotificationCenter.default.addObserver(
          forName: ProcessInfo.thermalStateDidChangeNotification, object: info, queue: nil
        ) { _ in heat.happens(ProcessInfo.processInfo.thermalState) },
      ]
      defer { observers.forEach(NotificationCenter.default.removeObserver) }
      simulated.setConditions(atOnce: true) { $0.isLowPowerModeEnabled = true }
      #expect(await blocking { power.wait() } == true)
      simulated.setConditions(atOnce: true) { $0.isHot = true }
      #expect(await blocking { heat.wait() } == .serious)
      #expect(info.isLowPowerModeEnabled)
    }
  }

  @Test("A change while somebody looks for the first time is not undone by what was so before")
  func changingMeanwhile() async throws {
    for _ in 0..<1000 {
      let simulated = SimulatedScheduler(permitting: ["org.example.a"])
      await simulated.withShared {
        async let first = blocking { ProcessInfo.processInfo.isLowPowerModeEnabled }
        await blocking { simulated.setConditions(atOnce: true) { $0.isLowPowerModeEnabled = true } }
        _ = await first
        #expect(ProcessInfo.processInfo.isLowPowerModeEnabled)
      }
    }
  }

  @Test("The daemon's conditions are told, and one that ends leaves the machine unconstrained")
  func daemon() async throws {
    let daemon = try DaemonProcess()
    let backend = DaemonBackend(path: daemon.socket)
    try await BGTaskScheduler.withShared(on: backend) {
      let info = ProcessInfo.processInfo
      #expect(await blocking { !info.isLowPowerModeEnabled })
      let changes = Mutex<[Bool]>([])
      let (on, off) = (Fact<Bool>(), Fact<Bool>())
      let observer = NotificationCenter.default.addObserver(
        forName: .NSProcessInfoPowerStateDidChange, object: info, queue: nil
      ) { _ in
        let isOn = ProcessInfo.processInfo.isLowPowerModeEnabled
        changes.withLock { $0.append(isOn) }
        isOn ? on.happens(true) : off.happens(true)
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      let client = try SchedulerAPI.SchedulerClient(path: daemon.socket)
      _ = try client.simulateConditions(["lowPowerMode": "true"])
      await blocking { _ = on.wait() }
      daemon.killHard()
      await blocking { _ = off.wait() }
      #expect(changes.withLock { $0 } == [true, false])
    }
  }

  @Test("Without a daemon the machine is unconstrained")
  func away() async throws {
    let folder = try TemporaryFolder()
    await BGTaskScheduler.withShared(on: DaemonBackend(path: folder.path("socket"))) {
      #expect(await blocking { ProcessInfo.processInfo.thermalState } == .nominal)
    }
  }
}
