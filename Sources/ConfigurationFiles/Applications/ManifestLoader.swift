package import SystemdSyntax

/// The manifests in `applications.d`.
package struct LoadedManifests: Sendable {
  /// The manifests without errors, in the order of their files' names.
  package var manifests: [Manifest] = []
  /// The names of the files with errors.
  package var unreadable: Set<String> = []
  /// Whether all directories could be read; if not, no manifest counts as removed.
  package var isComplete = true
  /// Warnings and errors in the order of files and lines.
  package var problems: [SyntaxProblem] = []
}

/// A loader that finds and reads manifests.
struct ManifestLoader {
  /// The directories of manifests, the highest first.
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
