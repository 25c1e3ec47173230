/// Identifiers that nobody can guess: a prefix that says of what, and 96 random bits.
enum RandomIdentifier {
    static func make(_ prefix: String) -> String {
        var generator = SystemRandomNumberGenerator()
        return make(prefix, using: &generator)
    }

    static func make(_ prefix: String, using generator: inout some RandomNumberGenerator) -> String {
        let digits = (0..<24).map { _ in String(UInt8.random(in: 0..<16, using: &generator), radix: 16) }
        return prefix + "_" + digits.joined()
    }
}
