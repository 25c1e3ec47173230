import AppStoreModels
import Foundation

/// Identifiers that nobody can guess: a prefix that says of what, and random bits.
enum RandomIdentifier {
    /// With 96 random bits.
    static func make(_ prefix: String) -> String {
        var generator = SystemRandomNumberGenerator()
        return make(prefix, using: &generator)
    }

    static func make(_ prefix: String, using generator: inout some RandomNumberGenerator) -> String {
        // Two numbers: each asks the system.
        let numbers = [generator.next() as UInt64, generator.next() as UInt64]
        let bytes = numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - $0 * 8)) } }
        return prefix + "_" + bytes.prefix(12).hexadecimal
    }

    /// In the order in which they were made: 48 bits of the time in milliseconds, and 80 random ones.
    ///
    /// What is looked up by them lies together then. Random places in a large index are a page of the disk for each of
    /// thousands of rows a second.
    static func make(_ prefix: String, at date: Date) -> String {
        var generator = SystemRandomNumberGenerator()
        return make(prefix, at: date, using: &generator)
    }

    static func make(_ prefix: String, at date: Date, using generator: inout some RandomNumberGenerator) -> String {
        let high = UInt64(truncatingIfNeeded: date.millisecondsSince1970) << 16 | generator.next() >> 48
        let numbers = (high, generator.next() as UInt64)
        let digits = String(unsafeUninitializedCapacity: 32) { octets in
            for place in 0..<32 {
                let number = place < 16 ? numbers.0 : numbers.1
                let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * (place % 16)) & 0xF)
                octets[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 32
        }
        return prefix + "_" + digits
    }
}
