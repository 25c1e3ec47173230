/// The results as Markdown.
struct Report {
    let machine: Machine
    let date: String?
    let isQuick: Bool
    let receipts: [ReceiptResult]
    let jws: JWSResult
    let pending: [PendingTransactions]

    var targets: [Target] { Target.all(receipts, jws) + Target.all(pending) }

    var markdown: String {
        """
        # Speed of receipts and signed transactions

        Written by `make bench`\(date.map { " on \($0)" } ?? ""). Each time is the best of several turns that all contenders took
        in the same run, in microseconds of processor time on one core.\(isQuick ? " This was a short run: expect noise." : "")

        \(machine.description)

        ## Receipts

        SHA-256, signed by our own authority with a chain of three certificates, in the shape of the App Store's.

        - *C validator*: OpenSSL as tutorials use it, `d2i_PKCS7`, `PKCS7_verify` and a walk over the payload.
        - *bare*: one digest and one RSA-2048 verification, the key loaded and used before. No validator can be faster.
        - *Purser*: `AppReceiptValidator.validate`, raw DER in, all standard rules, the chain known from before.
        - *all fields*: the same, then every property of the receipt and of every record read as a Swift value.

        | records | bytes | C validator | bare, OpenSSL | bare, swift-crypto | Purser | all fields | × bare | × throughput of C | memory × receipt |
        |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
        \(receipts.map(row).joined(separator: "\n"))

        *× bare* compares with swift-crypto, which Purser stands on. *memory* is the largest growth of a fresh process,
        the receipt itself included; it grows by whole pages, which is why small receipts show none.

        ## Signed transactions

        A token of \(jws.bytes) bytes. *bare*: SHA-256 over what is signed and one P-256 verification by swift-crypto.

        | bare | `JWSVerifier.verify`, chain known | × bare |
        |---:|---:|---:|
        | \(jws.bare.short) | \(jws.verified.short) | \(jws.timesBare.short) |

        A notification of \(jws.notificationBytes) bytes with a signed transaction and signed renewal information inside, verified
        and read by `SignedDataVerifier`: \(jws.notified.short) µs, \(jws.notificationShare.short) times the rate at which its three
        signatures can be verified.

        ## Pending transactions at launch

        Seconds by the clock on the wall, from the launch of an app until the last purchase that earlier launches left is
        delivered, recorded on the disk, and finished in the store. The store signs a receipt with all of them first.

        | transactions | seconds | microseconds each |
        |---:|---:|---:|
        \(pending.map { "| \($0.count) | \($0.seconds.short) | \($0.each.short) |" }.joined(separator: "\n"))

        ## Targets

        | target | measured | met |
        |---|---:|---|
        \(targets.map { "| \($0.promise) | \($0.measured) | \($0.isMet ? "yes" : "**no**") |" }.joined(separator: "\n"))

        """
    }

    private func row(_ result: ReceiptResult) -> String {
        let memory = result.records < 1000 ? "–" : result.memoryRatio?.short ?? "–"
        let cells = [
            "\(result.records)", "\(result.bytes)", result.openSSL.short, result.openSSLBare.short, result.bare.short,
            result.validated.short, result.read.short, result.timesBare.short, result.timesThroughput.short, memory,
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }
}
