import HTTPTypes
import Testing

@testable import PurchaseServer

@Suite struct HTTPFieldsValueTests {
    @Test("a field is found as by the subscript, however its name is written, and however often it is there")
    func asBySubscript() throws {
        let shouted = try #require(HTTPField.Name("AUTHORIZATION"))
        var fields: HTTPFields = [.accept: "text/html", shouted: "Bearer a", .cookie: "a=1; b=2"]
        fields.append(HTTPField(name: .accept, value: "text/plain"))
        for name: HTTPField.Name in [.accept, .authorization, .cookie, .eTag, .userAgent] {
            #expect(fields.value(of: name) == fields[name])
        }
        #expect(fields.value(of: .authorization) == "Bearer a")
        #expect(fields.value(of: .accept) == "text/html, text/plain")
        #expect(fields.value(of: .eTag) == nil)
    }

    @Test func twoFieldsOfOneNameAreNotTheFirst() {
        var fields: HTTPFields = [.authorization: "Bearer a"]
        fields.append(HTTPField(name: .authorization, value: "Bearer b"))
        #expect(fields.value(of: .authorization) == "Bearer a, Bearer b")
    }
}
