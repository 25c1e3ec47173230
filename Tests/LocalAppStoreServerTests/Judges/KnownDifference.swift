/// Where our verifiers and others' come to another verdict, and why ours is right.
struct KnownDifference {
    /// The bends begin so.
    let bend: String
    /// What we say: `accepted`, or the codes of the errors.
    let ours: Set<String>
    let reason: String
    /// It hangs on single bits of keys and serial numbers, which are new each time, whether it occurs at all.
    let isRare: Bool

    private init(_ bend: String, _ ours: Set<String>, isRare: Bool = false, because reason: String) {
        (self.bend, self.ours, self.isRare, self.reason) = (bend, ours, isRare, reason)
    }

    func explains(_ opinion: (bend: String, ours: String, theirs: String)) -> Bool {
        opinion.bend.hasPrefix(bend) && ours.contains(opinion.ours)
    }

    /// Transactions, beside Apple's own library.
    static let tokens = [
        KnownDifference(
            "intermediate without 551d0e",
            ["accepted"],
            because: "OpenSSL's strict mode wants a subject key identifier; names and signatures make our chains"
        ),
        KnownDifference(
            "intermediate without 551d0f",
            ["accepted"],
            because: "its strict mode wants a key usage; a certificate without one is restricted to none (RFC 5280)"
        ),
        KnownDifference(
            "intermediate without 551d23",
            ["accepted"],
            because: "its strict mode wants an authority key identifier, which only helps to find the issuer"
        ),
        KnownDifference("leaf without 551d23", ["accepted"], because: "as for the intermediate"),
        KnownDifference(
            "x5c of leaf, root, intermediate",
            ["accepted"],
            because:
                "we follow the names from the leaf to the root, they take the second certificate for the intermediate"
        ),
        KnownDifference(
            "no environment",
            ["accepted"],
            because: "what the App Store does not name is not compared; only its own key can leave it out"
        ),
        KnownDifference(
            "no transactionId",
            ["unknown-kind"],
            because: "without it nobody knows that the payload is a transaction; they ask for one and take any object"
        ),
        KnownDifference(
            "signedDate in the last second",
            ["certificate-expired"],
            because: "they cut milliseconds off; 999 of them after the end is after the end"
        ),
        KnownDifference(
            "octets of the root",
            ["anchor-untrusted", "certificate-malformed", "chain-invalid", "certificate-not-allowed"],
            because: "they never look at the third certificate; we want the whole chain, and the root that we trust"
        ),
        KnownDifference(
            "x5c of leaf, intermediate, ",
            ["chain-invalid", "anchor-untrusted"],
            because: "the same: the third certificate is not the root"
        ),
    ]

    /// Receipts, beside an independent verifier.
    static let receipts = [
        KnownDifference(
            "a bit of the certificates",
            ["anchor-untrusted", "certificate-malformed", "chain-invalid", "certificate-not-allowed"],
            because: "they never look at the root in the message; we want the whole chain"
        ),
        KnownDifference(
            "octets",
            ["anchor-untrusted", "certificate-malformed", "chain-invalid", "certificate-not-allowed"],
            isRare: true,
            because: "the same, where the root was hit"
        ),
        KnownDifference(
            "a bit of the signer",
            ["signer-not-found"],
            isRare: true,
            because: "they try the certificates whose name does not fit; who signed must be named right"
        ),
        KnownDifference(
            "signed with an attribute twice",
            ["attribute-duplicate"],
            because: "they take the first one; two readers of one receipt must never see different values"
        ),
        KnownDifference(
            "signed with bent attributes",
            ["attribute-malformed", "attribute-missing", "attribute-duplicate", "malformed"],
            isRare: true,
            because:
                "they leave out what they cannot read; a value that is there and unreadable must not pass for absent"
        ),
        KnownDifference(
            "signed without attribute",
            ["attribute-missing"],
            isRare: true,
            because: "no receipt of the App Store is without the version of its app"
        ),
    ]
}
