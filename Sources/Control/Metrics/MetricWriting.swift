import Varlink

extension [MetricFamily] {
  /// The text in OpenMetrics' format 1.0. Families without a sample are left out.
  var openMetrics: String {
    var text = ""
    for family in self where !family.samples.isEmpty {
      text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
      if let unit = family.unit { text += "# UNIT \(family.name) \(unit)\n" }
      text += "# HELP \(family.name) \(family.help).\n"
      for sample in family.samples {
        let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
        text += family.sampleName + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
        text += " \(sample.value)\n"
      }
    }
    return text + "# EOF\n"
  }

  /// The families as one JSON document.
  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.name("metrics")
    json.array(filter { !$0.samples.isEmpty }) { json, family in family.write(to: &json) }
    json.endObject()
    return json.bytes
  }

  /// Returns a label's value without control characters, which not every reader of the format takes as they
  /// are: some end a line at a carriage return.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in SafeText.inline(text).unicodeScalars {
      if scalar == "\\" || scalar == "\"" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}

extension MetricFamily {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("name", sampleName)
    json.member("type", kind.rawValue)
    json.member("unit", unit)
    json.member("help", help + ".")
    json.name("samples")
    json.array(samples) { json, sample in
      json.beginObject()
      json.name("labels")
      json.map(Dictionary(sample.labels.map { ($0.name, $0.value) }) { $1 }) { $0.text($1) }
      json.name("value")
      json.raw(sample.value.utf8)
      json.endObject()
    }
    json.endObject()
  }
}
