import AppStoreModels
import Foundation
import Testing

@Suite("JSON objects")
struct JSONObjectTests {
    @Test("Members keep the order in which they were set")
    func order() {
        var object: JSONObject = ["b": 1, "a": 2]
        object["c"] = .null
        object["b"] = 3
        object["c"] = 4
        #expect(object.keys == ["b", "a", "c"])
        object["a"] = nil
        object["missing"] = nil
        #expect(object.keys == ["b", "c"])
        #expect(object.count == 2)
        #expect(object.members.map(\.value) == [3, 4])
        #expect(!object.isEmpty)
    }

    @Test("The order of members does not make objects differ")
    func equality() {
        let left: JSONObject = ["a": 1, "b": ["c": .null]]
        let right: JSONObject = ["b": ["c": .null], "a": 1]
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != ["a": 1, "b": [:]])
    }

    @Test("Of members with one name the last wins")
    func duplicates() {
        let object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
        #expect(object.keys == ["a", "b"])
        #expect(object["a"] == 3)
    }

    @Test("Names that are the same to Swift are one, in objects of few members and of many", arguments: [2, 100])
    func canonicalNames(count: Int) {
        var object = JSONObject((0..<count).map { ("member \($0)", 0) })
        object["caf\u{E9}"] = 1
        object["cafe\u{301}"] = 2
        object["K"] = 3
        // The sign of the unit kelvin.
        object["\u{212A}"] = 4
        #expect(object.count == count + 2)
        #expect(object["caf\u{E9}"] == 2)
        #expect(object["cafe\u{301}"] == 2)
        #expect(object["K"] == 4)
        #expect(object["k"] == nil)
        object["\u{212A}"] = nil
        #expect(object["K"] == nil)
        #expect(object.count == count + 1)
    }

    @Test(
        "A whole number is read from what holds one",
        arguments: [
            (7, 7), ("7", 7), ("-7", -7), ("7.0", 7), ("", nil), ("seven", nil), (" 7", nil), (true, nil), (.null, nil),
            ([7], nil),
        ] as [(JSONValue, Int64?)]
    )
    func integers(value: JSONValue, expected: Int64?) {
        #expect(JSONObject([("k", value)])[integer: "k"] == expected)
    }

    @Test(
        "A truth value is read from what holds one",
        arguments: [
            (true, true), (false, false), ("true", true), ("false", false), (1, true), (0, false), ("1", true),
            ("0", false), (2, nil), ("yes", nil), (.null, nil), ([], nil),
        ] as [(JSONValue, Bool?)]
    )
    func booleans(value: JSONValue, expected: Bool?) {
        #expect(JSONObject([("k", value)])[boolean: "k"] == expected)
    }

    @Test("A text is read from a number as its digits")
    func texts() {
        let object: JSONObject = ["id": 1_000_000_046_411_106, "text": "x", "no": true]
        #expect(object[string: "id"] == "1000000046411106")
        #expect(object[string: "text"] == "x")
        #expect(object[string: "no"] == nil)
    }

    @Test("Milliseconds are read from numbers, fractions and strings, and written whole")
    func milliseconds() throws {
        var object = try #require(
            JSONValue(parsing: #"{"a":1697679936049.7297,"b":"1697679936049","c":-1,"d":1e30}"#).object
        )
        #expect(object[milliseconds: "a"]?.millisecondsSince1970 == 1_697_679_936_050)
        #expect(object[milliseconds: "b"]?.millisecondsSince1970 == 1_697_679_936_049)
        #expect(object[milliseconds: "c"]?.millisecondsSince1970 == -1)
        #expect(object[milliseconds: "d"] == nil)
        object[milliseconds: "e"] = Date(timeIntervalSince1970: 1_697_679_936.0499)
        #expect(object["e"] == 1_697_679_936_050)
        object[milliseconds: "e"] = nil
        #expect(object["e"] == nil)
    }

    @Test("Every typed view removes its member when it is set to nil")
    func removal() {
        var object: JSONObject = ["a": 1, "b": "x", "c": true, "d": [:], "e": [], "f": 5]
        object[integer: "a"] = nil
        object[string: "b"] = nil
        object[boolean: "c"] = nil
        object[object: "d"] = nil
        object[array: "e"] = nil
        #expect(object.keys == ["f"])
    }

    @Test("Text is compact or indented, with only what must be escaped escaped")
    func serialisation() {
        let value: JSONValue = ["a/b": "é\"\\\n\u{1}\u{7F}😀", "list": [1, [], [:], true, .null]]
        #expect(value.serialized() == #"{"a/b":"é\"\\\n\u0001"# + "\u{7F}😀" + #"","list":[1,[],{},true,null]}"#)
        #expect(String(decoding: value.jsonData, as: UTF8.self) == value.serialized(.compact))
        let indented: JSONValue = ["a": [1, 2], "b": [:]]
        #expect(indented.serialized(.indented) == "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}")
    }

    @Test("Milliseconds since 1970 are clamped to 64 bits")
    func clampedMilliseconds() {
        #expect(Date(timeIntervalSince1970: 1e300).millisecondsSince1970 == .max)
        #expect(Date(timeIntervalSince1970: -1e300).millisecondsSince1970 == .min)
        #expect(Date(millisecondsSince1970: 1_489_195_343_441).millisecondsSince1970 == 1_489_195_343_441)
    }
}
