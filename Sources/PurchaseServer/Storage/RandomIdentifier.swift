import AppStoreModels

/// Identifiers that nobody can guess: a prefix that says of what, and 96 random bits.
enum RandomIdentifier {
    static func make(_ prefix: String) -> String {
        var generator = SystemRandomNumberGenerator()
        return make(prefix, using: &generator)
    }

    static func make(_ prefix: String, using generator: inout some RandomNumberGenerator) -> String {
        // Two numbers: each asks the system, and every event of a large upload has an identifier.
        let numbers = [generator.next() as UInt64, generator.next() as UInt64]
        let bytes = numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - $0 * 8)) } }
        return prefix + "_" + bytes.prefix(12).hexadecimal
    }
}
