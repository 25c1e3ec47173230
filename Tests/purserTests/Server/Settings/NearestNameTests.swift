import Testing

@testable import purser

@Suite("The name that somebody probably meant")
struct NearestNameTests {
    @Test(
        "is the one with the fewest letters that differ, if it is near at all",
        arguments: [
            ("port", "port"), ("prot", "port"), ("Port", "port"), ("ports", "port"), ("hots", "host"),
            ("bundleId", "bundleIds"), ("", nil), ("entirelyDifferent", nil),
            (String(repeating: "x", count: 10_000), nil),
        ]
    )
    func nearest(name: String, expected: String?) {
        #expect(NearestName(known: ["port", "host", "bundleIds", "sharedSecretFiles"]).to(name) == expected)
    }
}
