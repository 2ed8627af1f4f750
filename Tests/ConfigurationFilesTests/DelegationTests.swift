import ConfigurationFiles
import SystemdSyntax
import TestSupport
import Testing

@Suite("AllowSubmitFor=")
struct DelegationTests {
  private static func load(_ lines: String) throws -> (rules: SubmissionRules, problems: [String]) {
    let folder = try TemporaryFolder()
    try folder.write("etc/bgtaskd.conf", "[Server]\n\(lines)")
    var directories = ConfigurationDirectories(isSystem: true, environment: { _ in nil }, home: "/")
    directories.configuration = [folder.path("etc")]
    directories.tasks = ["\(folder.path("etc"))/tasks.d"]
    let loaded = ConfigurationLoader(directories, taskOwner: .system).load()
    return (
      loaded.configuration.server.submission, loaded.allProblems.map { "\($0.line ?? 0): \($0.text)" }
    )
  }

  private static let alice = NamedUser(uid: 1000, name: "alice")
  private static let backup = NamedUser(uid: 34, name: "backup")

  @Test("Entries add up over lines, and an empty line takes them back")
  func lists() throws {
    let (rules, problems) = try Self.load(
      "AllowSubmitFor=a:b\nAllowSubmitFor=\nAllowSubmitFor=alice:backup 1000:33\nAllowSubmitFor=c:d\n")
    #expect(problems.isEmpty)
    #expect(
      rules.delegations == [
        Delegation(caller: "alice", user: "backup"), Delegation(caller: "1000", user: "33"),
        Delegation(caller: "c", user: "d"),
      ])
  }

  @Test(
    "What is no entry is an error with its line and what is allowed",
    arguments: [
      "alice", "alice:", ":backup", "a:b:c", "a:b alice", "\(String(repeating: "x", count: 256)):a",
    ])
  func mistakes(text: String) throws {
    let (_, problems) = try Self.load("AllowUsers=root\nAllowSubmitFor=\(text)\n")
    #expect(problems.count == 1 && problems.first?.hasPrefix("3: ") == true, "\(problems)")
    #expect(problems.first?.contains("allowed are entries CALLER:USER") == true, "\(problems)")
  }

  @Test("There are 256 entries at most")
  func bound() throws {
    let many = (0..<256).map { "a:u\($0)" }.joined(separator: " ")
    #expect(try Self.load("AllowSubmitFor=\(many)\n").problems.isEmpty)
    let more = try Self.load("AllowSubmitFor=\(many)\nAllowSubmitFor=a:one-more\n").problems
    #expect(more.first?.contains("found 257 entries, allowed are up to 256") == true, "\(more)")
  }

  @Test("Names and numbers count alike, and nothing stands for others")
  func matching() {
    var rules = SubmissionRules()
    for (caller, user) in [("alice", "backup"), ("1000", "34"), ("alice", "34"), ("1000", "backup")] {
      rules.delegations = [Delegation(caller: caller, user: user)]
      #expect(rules.mayDelegate(Self.alice) && !rules.mayDelegate(Self.backup))
      #expect(rules.refusal(of: Self.alice, actingFor: Self.backup) == nil)
      let refusal = rules.refusal(of: Self.backup, actingFor: Self.alice)
      #expect(refusal?.contains("AllowSubmitFor=backup:alice") == true, "\(refusal ?? "")")
      #expect(rules.refusal(of: Self.alice, actingFor: NamedUser(uid: 35, name: "backup2")) != nil)
    }
    rules.delegations = [Delegation(caller: "*", user: "*")]
    #expect(rules.refusal(of: Self.alice, actingFor: Self.backup) != nil)
  }

  @Test("Only an entry that says root or 0 lets a caller act as root")
  func root() {
    var rules = SubmissionRules()
    for (user, isAllowed) in [("root", true), ("0", true), ("toor", false), ("00", false)] {
      rules.delegations = [Delegation(caller: "alice", user: user)]
      for name in ["root", "toor", nil] {
        let refusal = rules.refusal(of: Self.alice, actingFor: NamedUser(uid: 0, name: name))
        #expect((refusal == nil) == isAllowed, "\(user) \(name ?? "")")
      }
    }
  }

  @Test("DenyUsers= counts more, AllowUsers= does not count")
  func denied() {
    var rules = SubmissionRules()
    rules.allowUsers = ["others"]
    #expect(rules.refusal(ofActingFor: Self.backup) == nil)
    for text in ["backup", "34"] {
      rules.denyUsers = [text]
      #expect(rules.refusal(ofActingFor: Self.backup)?.contains("DenyUsers=") == true)
    }
  }
}
