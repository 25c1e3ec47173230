import AppStoreModels
import Testing

/// The reader goes by the names of the object before; nobody may notice.
@Suite("Reading lists of JSON objects")
struct JSONListTests {
    @Test(
        "An object in a list is what it is alone, whatever stands before it",
        arguments: [
            ["{\"a\":1,\"b\":2}", "{\"a\":3,\"b\":4}"],
            ["{\"a\":1,\"b\":2}", "{\"b\":3,\"a\":4}"],
            ["{\"a\":1,\"b\":2}", "{\"a\":3}", "{\"a\":3,\"b\":4}"],
            ["{\"a\":1}", "{\"a\":3,\"b\":4,\"c\":5}", "{}", "{\"a\":1}"],
            ["{\"a\":1,\"c\":2}", "{\"a\":1,\"b\":2,\"c\":3}"],
            ["{\"ab\":1}", "{\"a\":1}", "{\"abc\":1}"],
            ["{\"\":1}", "{\"\":2}", "{\" \":2}"],
            ["{\"é\":1}", "{\"é\":2}", "{\"e\u{301}\":3}"],
            ["{ \"a\" : 1 }", "{\"a\":1}", "{\n\"a\"\t:1}"],
            ["{\"a\":{\"a\":1,\"b\":2}}", "{\"a\":{\"a\":3,\"b\":4},\"b\":{\"a\":5}}", "{\"a\":{\"b\":6}}"],
            ["{\"a\\u0062\":1}", "{\"ab\":2}", "{\"a\\u0062\":3}"],
            ["{\"a\\\"b\":1}", "{\"a\\\"b\":2}"],
        ]
    )
    func reads(objects: [String]) throws {
        let list = try JSONValue(parsing: "[\(objects.joined(separator: ","))]")
        #expect(list.array?.count == objects.count)
        for (object, alone) in zip(try #require(list.array), objects) {
            let alone = try JSONValue(parsing: alone)
            #expect(object == alone)
            #expect(object.object?.keys == alone.object?.keys)
            #expect(object.serialized() == alone.serialized())
        }
    }

    @Test("Objects with very many members, one after another")
    func many() throws {
        let object = "{\((0..<100).map { "\"name\($0)\":\($0)" }.joined(separator: ","))}"
        let list = try JSONValue(parsing: "[\(object),\(object)]")
        #expect(list.array?.last?.object?.count == 100)
        #expect(list.array?.last?.object?[integer: "name99"] == 99)
        #expect(list.array?.last == list.array?.first)
    }

    @Test(
        "What is not JSON is refused as well after an object like it",
        arguments: [
            ("[{\"a\":1,\"b\":2},{\"a\":1,\"a\":2}]", .duplicateKey, 22),
            ("[{\"a\":1,\"b\":2},{\"a\":1,\"b\":2,\"a\":3}]", .duplicateKey, 28),
            ("[{\"a\":1,\"b\":2},{\"a\":1,\"b\":2,\"b\":3}]", .duplicateKey, 28),
            ("[{\"a\":1,\"b\":2},{\"b\":1,\"b\":2}]", .duplicateKey, 22),
            // A name that was written with an escape means something else without it.
            ("[{\"a\\\"b\":1},{\"a\"b\":1}]", .unexpectedByte, 16),
            ("[{\"a\\nb\":1},{\"a\nb\":1}]", .unexpectedByte, 15),
            ("[{\"a\":1},{\"a", .unexpectedEnd, 12), ("[{\"a\":1},{\"a\"", .unexpectedEnd, 13),
            ("[{\"a\":1},{\"a\",1}]", .unexpectedByte, 13), ("[{\"a\":1},{\"", .unexpectedEnd, 11),
            ("[{\"a\":1},{", .unexpectedEnd, 10),
        ] as [(String, JSONError.Code, Int)]
    )
    func refuses(text: String, code: JSONError.Code, offset: Int) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error.code == code)
        #expect(error.offset == offset)
    }
}
