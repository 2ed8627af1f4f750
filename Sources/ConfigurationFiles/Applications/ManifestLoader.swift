package import SystemdSyntax

/// What `applications.d` says.
package struct LoadedManifests: Sendable {
  /// Those without errors, in the order of their files' names.
  package var manifests: [Manifest] = []
  /// The names of the files with errors.
  package var unreadable: Set<String> = []
  /// False when a directory could not be read: then nothing is taken for removed.
  package var isComplete = true
  /// Warnings and errors in the order of files and lines.
  package var problems: [SyntaxProblem] = []
}

/// Finds and reads manifests.
struct ManifestLoader {
  /// Those that may hold manifests, the highest first.
  var directories: [String]

  func load() -> LoadedManifests {
    var loaded = LoadedManifests()
    let listed = directories.map { FileReading.list($0, &loaded.problems) }
    loaded.isComplete = loaded.problems.isEmpty
    for path in DropIns.select(listed, suffix: ".conf") {
      guard let file = FileReading.read(path, &loaded.problems),
        let manifest = Manifest(file, path: path, &loaded.problems)
      else {
        loaded.unreadable.insert(path.fileName)
        continue
      }
      if let other = loaded.manifests.first(where: { $0.name == manifest.name }) {
        loaded.problems.append(Manifest.collision(manifest, with: other.path))
      } else {
        loaded.manifests.append(manifest)
      }
    }
    return loaded
  }
}
