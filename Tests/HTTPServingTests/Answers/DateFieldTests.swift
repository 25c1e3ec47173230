import Foundation
import HTTPTypes
import Testing

@testable import HTTPServing

@Suite("When an answer was given")
struct DateFieldTests {
    @Test(
        "A moment is written as RFC 9110 says",
        arguments: [
            // The example of section 5.6.7.
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (1_700_000_000, "Tue, 14 Nov 2023 22:13:20 GMT"), (1_720_000_000, "Wed, 03 Jul 2024 09:46:40 GMT"),
            (1_712_345_678, "Fri, 05 Apr 2024 19:34:38 GMT"), (1_693_000_000, "Fri, 25 Aug 2023 21:46:40 GMT"),
        ] as [(Int64, String)]
    )
    func text(seconds: Int64, text: String) {
        #expect(DateField.text(seconds) == text)
    }

    @Test("Each day of a week has its name")
    func days() {
        let names = (0..<7).map { DateField.text(Int64($0) * 86_400).prefix(3) }
        #expect(names == ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"])
    }

    @Test("It is written anew when the second is another, later or earlier")
    func seconds() {
        let start = Date(timeIntervalSince1970: 784_111_777)
        let fields = [0, 0.999, 1, 0.5, -0.001].map { DateField.at(start + $0) }
        #expect(fields.map(\.name) == Array(repeating: .date, count: 5))
        #expect(fields.map { $0.value.dropFirst(23).prefix(2) } == ["37", "37", "38", "37", "36"])
    }

    @Test(
        "A date that cannot be written is the nearest that can",
        arguments: [
            (-Double.infinity, "Mon, 01 Jan 0001 00:00:00 GMT"), (.nan, "Mon, 01 Jan 0001 00:00:00 GMT"),
            (1e300, "Fri, 31 Dec 9999 23:59:59 GMT"), (.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ]
    )
    func absurd(seconds: Double, text: String) {
        #expect(DateField.at(Date(timeIntervalSince1970: seconds)).value == text)
    }
}
