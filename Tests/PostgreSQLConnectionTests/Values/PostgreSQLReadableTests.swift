import Foundation
import PostgreSQLConnection
import Testing

@Suite("A value as PostgreSQL writes it")
struct PostgreSQLReadableTests {
    private func read<Value: PostgreSQLReadable>(_ text: String, as type: Value.Type = Value.self) -> Value? {
        Array(text.utf8).withUnsafeBufferPointer { Value(postgreSQLText: $0) }
    }

    @Test(
        "is a whole number, to the last one that fits",
        arguments: [
            ("0", 0), ("-1", -1), ("9223372036854775807", Int64.max), ("-9223372036854775808", .min),
        ] as [(String, Int64)]
    )
    func numbers(text: String, number: Int64) { #expect(read(text) == number) }

    @Test(
        "is no number",
        arguments: ["", "-", "+1", "1.0", "9223372036854775808", "-9223372036854775809", " 1", "1a", "--1"]
    )
    func noNumber(text: String) { #expect(read(text, as: Int64.self) == nil) }

    @Test("is a fraction, or what is none")
    func fractions() {
        #expect(read("0.1") == 0.1)
        #expect(read("-1e300") == -1e300)
        #expect(read("Infinity") == Double.infinity)
        #expect(read("-Infinity") == -Double.infinity)
        #expect(read("NaN", as: Double.self)?.isNaN == true)
        #expect(read("one", as: Double.self) == nil)
    }

    @Test("is true or false, in PostgreSQL's one letter")
    func truth() {
        #expect(read("t") == true)
        #expect(read("f") == false)
        #expect(read("true", as: Bool.self) == nil)
        #expect(read("", as: Bool.self) == nil)
    }

    @Test("is bytes in hexadecimal digits of either case")
    func bytes() {
        #expect(read("\\x00ffAb") == [0, 255, 171] as [UInt8])
        #expect(read("\\x") == [] as [UInt8])
        #expect(read("\\x7f") == Data([127]))
    }

    @Test("is no bytes", arguments: ["", "\\", "\\x0", "\\xgg", "00", "\\x0g", "x00"])
    func noBytes(text: String) { #expect(read(text, as: [UInt8].self) == nil) }

    @Test("is text only if it is UTF-8")
    func text() {
        #expect(read("Ünïcode 🧺", as: String.self) == "Ünïcode 🧺")
        let broken: [UInt8] = [0x61, 0xff]
        #expect(broken.withUnsafeBufferPointer { String(postgreSQLText: $0) } == nil)
    }
}
