import SchedulerCore
import SystemConditions
import Testing

@Suite("Who is believed where several know")
struct PreferredValuesTests {
  @Test("The first in order that knows, for as long as it does; what changes nothing is not news")
  func order() {
    var values = PreferredValues()
    func named(_ change: ConditionChange, _ name: String) -> ConditionChange {
      var change = change
      change.source = name
      return change
    }
    let kernel = named(.powerSource(.battery), "kernel")
    let service = named(.powerSource(.external), "service")
    let silence = named(.powerSource(.unknown), "service")
    #expect(values.take([kernel], from: 2) == [kernel])
    #expect(values.take([silence], from: 0) == [])
    #expect(values.take([service], from: 0) == [service])
    let other = named(.powerSource(.unknown), "kernel")
    #expect(values.take([other], from: 2) == [])
    #expect(values.take([kernel], from: 2) == [])
    // It goes, and the kernel is believed again; then nobody knows.
    #expect(values.take([silence], from: 0) == [kernel])
    #expect(values.take([other], from: 2) == [silence])
    // How sure it is is news as well.
    #expect(values.take([kernel.guessed], from: 2) == [kernel.guessed])
    #expect(values.take([kernel], from: 2) == [kernel])
  }
}
