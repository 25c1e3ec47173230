extension String {
    /// The text with its control characters (C0, DEL, C1) written as Swift writes them: `\u{1B}`, `\u{A}`.
    ///
    /// - Parameter sequences: What stays as it is, though it has control characters.
    func escapingControlCharacters(except sequences: [String] = []) -> String {
        guard unicodeScalars.contains(where: \.isControlCharacter) else { return self }
        var escaped = ""
        var rest = unicodeScalars[...]
        while let scalar = rest.first {
            if !scalar.isControlCharacter {
                escaped.unicodeScalars.append(scalar)
            } else if let sequence = sequences.first(where: { rest.starts(with: $0.unicodeScalars) }) {
                escaped += sequence
                rest = rest.dropFirst(sequence.unicodeScalars.count - 1)
            } else {
                escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
            rest = rest.dropFirst()
        }
        return escaped
    }
}

extension Unicode.Scalar {
    fileprivate var isControlCharacter: Bool { properties.generalCategory == .control }
}
