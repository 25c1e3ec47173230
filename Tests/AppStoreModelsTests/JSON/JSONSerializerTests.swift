import AppStoreModels
import Foundation
import Testing

@Suite("JSON text that is written")
struct JSONSerializerTests {
    @Test(
        "escapes what must be escaped and nothing else",
        arguments: [
            ("", #""""#),
            ("plain", #""plain""#),
            (#"""#, #""\"""#),
            (#"\"#, #""\\""#),
            (#"a"b\c"#, #""a\"b\\c""#),
            ("\n\r\t", #""\n\r\t""#),
            ("\u{0}", #""\u0000""#),
            ("a\u{1}b\u{1F}", #""a\u0001b\u001f""#),
            ("\u{8}\u{C}", #""\u0008\u000c""#),
            ("/\u{7F}\u{2028}", "\"/\u{7F}\u{2028}\""),
            ("Zoë 花 🌷", "\"Zoë 花 🌷\""),
            ("🌷\n🌷", "\"🌷\\n🌷\""),
        ]
    )
    func strings(text: String, written: String) throws {
        #expect(JSONValue.string(text).serialized() == written)
        #expect(JSONValue.string(text).jsonData == Data(written.utf8))
        #expect(try JSONValue(parsing: written) == .string(text))
        // The same where it names a member.
        #expect(JSONValue.object(JSONObject([(text, .null)])).serialized() == "{\(written):null}")
    }

    @Test("keeps the order of members, the digits of numbers, and empty collections, in both layouts")
    func layouts() throws {
        let value = try JSONValue(parsing: #"{"z":1.50,"a":[],"m":{},"l":[true,null,{"x":-0}]}"#)
        #expect(value.serialized() == #"{"z":1.50,"a":[],"m":{},"l":[true,null,{"x":-0}]}"#)
        let indented = """
            {
              "z": 1.50,
              "a": [],
              "m": {},
              "l": [
                true,
                null,
                {
                  "x": -0
                }
              ]
            }
            """
        #expect(value.serialized(.indented) == indented)
    }
}
