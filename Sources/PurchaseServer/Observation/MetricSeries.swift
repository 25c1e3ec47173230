import Foundation

/// A number with a name and labels, as Prometheus reads it.
struct MetricSeries: Hashable, Sendable {
    let name: String
    let labels: [Label]

    struct Label: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// - Parameters:
    ///   - name: Characters that no name may have become underscores.
    ///   - dimensions: In any order.
    init(_ name: String, _ dimensions: [(String, String)]) {
        self.name = Self.clean(name)
        labels = dimensions.map { Label(name: Self.clean($0.0), value: $0.1) }.sorted { $0.name < $1.name }
    }

    /// `{a="b",c="d"}`, or nothing.
    func labelText(and more: Label? = nil) -> String {
        let all = labels + [more].compactMap(\.self)
        guard !all.isEmpty else { return "" }
        return "{" + all.map { "\($0.name)=\"\(Self.escape($0.value))\"" }.joined(separator: ",") + "}"
    }

    private static func clean(_ name: String) -> String {
        // Nearly all names are as they should be, and each request has several.
        let isClean = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
        }
        if isClean { return name }
        let letters = name.unicodeScalars.map { scalar in
            let isAllowed = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isAllowed ? Character(scalar) : "_"
        }
        let text = String(letters)
        return text.first.map(\.isNumber) == true ? "_" + text : text
    }

    private static func escape(_ value: String) -> String {
        value.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "\n", with: "\\n")
    }
}
