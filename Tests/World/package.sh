#!/usr/bin/env bash
# Makes a package of the modules that simulated lives need, the scheduler's and the world's with its store.
# The package builds for release in a fifth of the time that the whole project takes.
# Usage: package.sh DIRECTORY TESTS...   with these test targets.
set -euo pipefail
work=$1
shift
cd "$(dirname "$0")/../.."

mkdir -p "$work/Sources/Daemon/Shell" "$work/Tests/TestSupport"
cp -r Sources/{CSQLite,PlainText,SystemdSyntax,ConditionSyntax,SchedulerCore,TaskStore} "$work/Sources/"
cp Sources/Daemon/Shell/{EventPipeline,PayloadProblem+Message}.swift "$work/Sources/Daemon/Shell/"
cp Sources/Daemon/Life/{OpeningStep,ProgressPace}.swift "$work/Sources/Daemon/"
for tests in "$@"; do cp -r "Tests/$tests" "$work/Tests/"; done
cp Tests/TestSupport/{AllocatedMemory,FinishedProgram,Process+Begin,Repository,SplitMix64,TemporaryFolder}.swift "$work/Tests/TestSupport/"
cat > "$work/Package.swift" <<PACKAGE
// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
let package = Package(
  name: "world",
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
    .target(name: "SchedulerCore", swiftSettings: settings),
    .target(name: "PlainText", swiftSettings: settings),
    .target(name: "SystemdSyntax", dependencies: ["PlainText"], swiftSettings: settings),
    .target(name: "ConditionSyntax", dependencies: ["SchedulerCore", "SystemdSyntax"], swiftSettings: settings),
    .target(
      name: "TaskStore", dependencies: ["CSQLite", "ConditionSyntax", "SchedulerCore", "SystemdSyntax"],
      swiftSettings: settings),
    .target(name: "Daemon", dependencies: ["TaskStore", "SchedulerCore"], swiftSettings: settings),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
  ]
    + "$*".split(separator: " ").map {
      .testTarget(
        name: String(\$0),
        dependencies: ["Daemon", "TaskStore", "SchedulerCore", "ConditionSyntax", "CSQLite", "TestSupport"],
        swiftSettings: settings)
    })
PACKAGE
