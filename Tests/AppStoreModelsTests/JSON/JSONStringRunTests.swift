import Testing

@testable import AppStoreModels

@Suite struct JSONStringRunTests {
    /// As it would be found octet by octet.
    private static func plainRun(_ text: [UInt8], _ start: Int) -> (end: Int, isASCII: Bool) {
        let end = text[start...].firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } ?? text.count
        return (end, text[start..<end].allSatisfy { $0 < 0x80 })
    }

    @Test("every octet at every place of three words is seen as it would be alone")
    func everyOctetAtEveryPlace() {
        for octet in UInt8.min...UInt8.max {
            for place in 0..<24 {
                var text = [UInt8](repeating: UInt8(ascii: "a"), count: 24)
                text[place] = octet
                for start in [0, 1, 7, 8, 9] {
                    let (run, expected) = (JSONStringRun(in: text, from: start), Self.plainRun(text, start))
                    #expect(run.end == expected.end, "octet \(octet) at \(place) from \(start)")
                    #expect(run.isASCII == expected.isASCII, "octet \(octet) at \(place) from \(start)")
                }
            }
        }
    }

    @Test("neighbours do not hide what ends a run, nor look like it")
    func neighbours() {
        let octets: [UInt8] = [
            0x00, 0x01, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xA2, 0xDC, 0xFF,
        ]
        for first in octets {
            for second in octets {
                for place in [Int](0..<9) + (28..<36) + (60..<66) {
                    var text = [UInt8](repeating: UInt8(ascii: "z"), count: 75)
                    (text[place], text[place + 1]) = (first, second)
                    let (run, expected) = (JSONStringRun(in: text, from: 0), Self.plainRun(text, 0))
                    #expect(run.end == expected.end, "\(first), \(second) at \(place)")
                    #expect(run.isASCII == expected.isASCII, "\(first), \(second) at \(place)")
                }
            }
        }
    }

    @Test("what ends a run, and what is not ASCII, is seen at every place of a long one")
    func longRun() {
        for octet in [0x00, 0x1F, 0x20, 0x22, 0x5C, 0x80, 0xA2, 0xDC, 0xFF] as [UInt8] {
            for place in 0..<110 {
                var text = [UInt8](repeating: UInt8(ascii: "e"), count: 110)
                text[place] = octet
                for start in [0, 1, 40] where start <= place {
                    let (run, expected) = (JSONStringRun(in: text, from: start), Self.plainRun(text, start))
                    #expect(run.end == expected.end, "octet \(octet) at \(place) from \(start)")
                    #expect(run.isASCII == expected.isASCII, "octet \(octet) at \(place) from \(start)")
                }
            }
        }
    }

    @Test(arguments: [Int](0..<20) + [31, 32, 33, 63, 64, 65, 100])
    func aRunThatNothingEndsReachesTheEnd(length: Int) {
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        let run = JSONStringRun(in: text, from: 0)
        #expect(run.end == length)
        #expect(run.isASCII)
        #expect(JSONStringRun(in: text, from: length).end == length)
    }
}
