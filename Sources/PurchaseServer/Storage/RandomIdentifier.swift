/// Identifiers that nobody can guess: a prefix that says of what, and 96 random bits.
enum RandomIdentifier {
    static func make(_ prefix: String) -> String {
        var generator = SystemRandomNumberGenerator()
        return make(prefix, using: &generator)
    }

    static func make(_ prefix: String, using generator: inout some RandomNumberGenerator) -> String {
        // All at once: each number asks the system, and every event of a large upload has an identifier.
        let digits = [generator.next() as UInt64, generator.next() as UInt64].map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return prefix + "_" + digits.joined().prefix(24)
    }
}
