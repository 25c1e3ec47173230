import Testing

@testable import LocalAppStore

@Suite("The language of a device")
struct LanguageTagTests {
    @Test(
        "It is spelt as usual, and falls back to less and less of itself",
        arguments: [
            ("en", "en", ["en"]), ("EN_us", "en-US", ["en-US", "en"]), ("de-DE", "de-DE", ["de-DE", "de"]),
            ("zh-hans-cn", "zh-Hans-CN", ["zh-Hans-CN", "zh-Hans", "zh"]), ("sr-LATN", "sr-Latn", ["sr-Latn", "sr"]),
            ("es-419", "es-419", ["es-419", "es"]), ("fil-PH", "fil-PH", ["fil-PH", "fil"]),
        ]
    )
    func known(text: String, spelt: String, fallbacks: [String]) throws {
        let tag = try #require(LanguageTag(text))
        #expect(tag.text == spelt)
        #expect(tag.fallbacks == fallbacks)
    }

    @Test("The same language is the same tag, however it is written")
    func equal() {
        #expect(LanguageTag("en_us") == LanguageTag("EN-US"))
        #expect(LanguageTag("en") != LanguageTag("en-US"))
    }

    @Test(
        "What is none is none",
        arguments: [
            "", "-", "e", "engl", "e1", "en-", "en--US", "en-USA", "en-1", "en-US-x", "en US", "en-Latn-Latn",
            "\u{e9}n", "en-\u{660}\u{661}\u{662}", String(repeating: "en-", count: 100),
        ]
    )
    func none(text: String) {
        #expect(LanguageTag(text) == nil)
    }
}
