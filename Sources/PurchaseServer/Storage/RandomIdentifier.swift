import AppStoreModels

/// Identifiers that nobody can guess: a prefix that says of what, and 96 random bits.
enum RandomIdentifier {
    static func make(_ prefix: String) -> String {
        var generator = SystemRandomNumberGenerator()
        return make(prefix, using: &generator)
    }

    static func make(_ prefix: String, using generator: inout some RandomNumberGenerator) -> String {
        let bytes = (0..<12).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return prefix + "_" + bytes.hexadecimal
    }
}
