import AppStoreModels
import Testing

@Suite("How many values a JSON text may have")
struct JSONValueCountTests {
    private func refusal(_ text: String, _ limits: JSONLimits = JSONLimits()) throws -> JSONError {
        try #require(throws: JSONError.self) { try JSONValue(parsing: text, limits: limits) }
    }

    @Test("Values of two bytes each are refused at the first one too many, with the number")
    func dense() throws {
        // 20,000 and an eighth of 400,003 bytes. The list is the first value, and each pair of brackets has two.
        let error = try refusal("[" + String(repeating: "[0],", count: 100_000) + "0]")
        #expect(error.code == .tooManyValues)
        #expect(error.offset == 1 + 34_999 * 4 + 1)
        #expect(error.description == "not valid JSON: too-many-values at byte 139998, at most 70000 are read")
    }

    @Test("Names count as values do")
    func names() throws {
        let members = (100_000..<200_000).map { "\"\($0)\":0" }.joined(separator: ",")
        // 1,100,001 bytes: long enough for the values, not for their names too.
        let error = try refusal("{\(members)}")
        #expect(error.code == .tooManyValues)
        #expect(error.description.hasSuffix("at most \(20_000 + 1_100_001 / 8) are read"))
    }

    @Test("Short texts may be nothing but values, and long ones as terse as no answer of Apple's is")
    func accepted() throws {
        let zeros = "[" + [String](repeating: "0", count: 20_000).joined(separator: ",") + "]"
        #expect(try JSONValue(parsing: zeros).array?.count == 20_000)
        let terse = #"{"quantity":"1","product_id":"p","transaction_id":"1","is_trial_period":"false"}"#
        let list = "[" + [String](repeating: terse, count: 5_000).joined(separator: ",") + "]"
        #expect(try JSONValue(parsing: list).array?.count == 5_000)
    }

    @Test("A request may have 20,000, however long it is")
    func request() throws {
        let limits = JSONLimits.request(maximumLength: 1_000_000)
        let text = "\"" + String(repeating: "x", count: 900_000) + "\""
        let zeros = [String](repeating: "0", count: 19_998).joined(separator: ",")
        #expect(try JSONValue(parsing: "[\(text),\(zeros)]", limits: limits).array?.count == 19_999)
        let error = try refusal("[\(text),\(zeros),0]", limits)
        #expect(error.code == .tooManyValues)
        #expect(error.description.hasSuffix("at most 20000 are read"))
        let long = String(repeating: " ", count: 1_000_001)
        #expect(try refusal(long, limits).code == .tooLong)
    }
}
