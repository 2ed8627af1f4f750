import FleetDatabase
import Foundation
import TestSupport
import Testing

@Suite("bgtask-fleet call")
struct CallTests {
  private func run(_ arguments: [String], input: String = "", output: String = "") throws -> FinishedProgram {
    let program = BuiltProduct.url("bgtask-fleet").path()
    return try FinishedProgram.run(
      URL(filePath: "/bin/sh"), ["-c", "exec \"$0\" \"$@\" \(output)", program] + arguments, input: input)
  }

  @Test(
    "What is no function is refused with what is allowed",
    arguments: ["list_1\"", "LIST_1", "é", "a\nb", "", "a b"])
  func function(name: String) throws {
    let run = try run(["call", name])
    #expect(run.status == 64 && run.errors.contains("lower-case letters"), "\(run)")
  }

  @Test("Output that cannot be written, and input that is too much, are errors")
  func lost() throws {
    let full = try run(["schema"], output: ">/dev/full")
    #expect(full.status == 74, "\(full)")
    let large = try run(["call", "list_1"], input: String(repeating: " ", count: (4 << 20) + 1))
    #expect(large.status == 64 && large.errors.contains("4194304"), "\(large)")
  }

  @Test("A call that the database takes back because of others is made again, a bounded number of times")
  func again() throws {
    if let obstacle = PostgresServer.obstacle { return leaveOut(obstacle) }
    let server = try PostgresServer(schema: DatabaseConnection.schema)
    // A sequence goes on counting where the transaction is taken back.
    try server.sql(
      """
      SET search_path = bgtask_fleet;
      CREATE SEQUENCE calls;
      CREATE FUNCTION busy_1(request jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = bgtask_fleet AS $$
      DECLARE
        number bigint := nextval('calls');
      BEGIN
        IF number <= (request ->> 'failing')::bigint THEN
          RAISE EXCEPTION 'another one is in the way'
            USING ERRCODE = CASE WHEN number % 2 = 0 THEN '40001' ELSE '40P01' END;
        END IF;
        RETURN jsonb_build_object('number', number);
      END
      $$;
      GRANT EXECUTE ON FUNCTION busy_1(jsonb) TO bgtask_fleet_user;
      """)
    let folder = try TemporaryFolder()
    let file = try folder.write("fleet.conf", "[Fleet]\nDatabase=\(server.connection("ops"))\n")
    let passed = try run(["call", "busy_1", "--config=\(file)"], input: #"{"failing": 3}"#)
    #expect(passed.status == 0 && passed.output.contains(#""number": 4"#), "\(passed)")
    let over = try run(["call", "busy_1", "--config=\(file)"], input: #"{"failing": 1000}"#)
    #expect(over.status == 75 && over.errors.contains("9 times; try again"), "\(over)")
    #expect(try server.sql("SELECT last_value FROM bgtask_fleet.calls") == "13\n")
  }
}
