import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation
import TestSupport

/// Signed transactions, bent in ways that storage, networks, attackers and other authorities bend them; the same for the same
/// seed, but for the signatures, which are random.
struct BentTokens {
    /// What was bent, and how.
    typealias Bent = (bend: String, text: String)

    private let keys: [P256.Signing.PrivateKey]
    /// Leaf, intermediate, root, as `x5c` has them.
    private let chain: [[UInt8]]
    private let foreignChain: [[UInt8]]

    init() throws {
        let blocks = try PEMBlock.blocks(in: TestAuthority.trusted.get().pem)
        let foreign = try PEMBlock.blocks(in: TestAuthority.foreign.get().pem)
        keys = try [10, 8, 6].map { try P256.Signing.PrivateKey(pemRepresentation: blocks[$0].text) }
        chain = [11, 9, 7].map { blocks[$0].content }
        foreignChain = [11, 9, 7].map { foreign[$0].content }
    }

    func token(seed: UInt64) throws -> Bent {
        var generator = SeededGenerator(seed: seed)
        switch seed % 10 {
        case 0: return ("nothing", try signed())
        case 1: return ("a character", try character(&generator))
        case 2: return ("octets of a part", try octets(&generator))
        case 3: return try claims(&generator)
        case 4: return try header(&generator)
        case 5: return try signature(&generator)
        case 6: return try order(&generator)
        case 7: return try extensions(&generator)
        case 8: return try certificate(&generator, isSigned: true)
        default: return try certificate(&generator, isSigned: false)
        }
    }

    // MARK: Text

    private func character(_ generator: inout SeededGenerator) throws -> String {
        var text = Array(try signed().utf8)
        let alphabet = Array("ABCabcxyz019-_.=+/ ".utf8)
        let position = Int.random(in: 0..<text.count, using: &generator)
        text[position] = alphabet.randomElement(using: &generator) ?? 0
        return String(decoding: text, as: UTF8.self)
    }

    private func octets(_ generator: inout SeededGenerator) throws -> String {
        var parts = try signed().split(separator: ".").map { Base64.urlSafe(decoding: $0) ?? [] }
        let part = Int.random(in: 0..<3, using: &generator)
        parts[part] = Mutation.mutate(parts[part], &generator)
        return parts.map { Base64.urlSafe($0) }.joined(separator: ".")
    }

    // MARK: Members

    /// A date is in all of them: without one the others ask the clock of the machine.
    static let claims: [(String, @Sendable (inout JSONObject) -> Void)] = [
        ("bundleId of another app", { $0["bundleId"] = "com.example.other" }),
        ("bundleId in capitals", { $0["bundleId"] = "COM.EXAMPLE.APP" }),
        ("no bundleId", { $0["bundleId"] = nil }),
        ("environment Production", { $0["environment"] = "Production" }),
        ("environment Xcode", { $0["environment"] = "Xcode" }),
        ("environment unknown", { $0["environment"] = "Beta" }),
        ("no environment", { $0["environment"] = nil }),
        ("signedDate in words", { $0["signedDate"] = "yesterday" }),
        ("signedDate as a string", { $0["signedDate"] = "1722945600000" }),
        (
            "signedDate with a fraction",
            { $0["signedDate"] = JSONNumber(text: "1722945600000.5").map(JSONValue.number) }
        ),
        ("signedDate before all certificates", { $0["signedDate"] = 1_704_067_199_999 }),
        ("signedDate with the first second", { $0["signedDate"] = 1_704_067_200_000 }),
        ("signedDate with the last second", { $0["signedDate"] = 1_767_225_600_000 }),
        ("signedDate in the last second", { $0["signedDate"] = 1_767_225_600_999 }),
        ("signedDate after all certificates", { $0["signedDate"] = 1_767_225_601_000 }),
        ("signedDate in seconds", { $0["signedDate"] = 1_722_945_600 }),
        (
            "receiptCreationDate for signedDate",
            {
                $0["signedDate"] = nil; $0["receiptCreationDate"] = 1_722_945_600_000
            }
        ),
        ("no transactionId", { $0["transactionId"] = nil }),
        ("a member nobody knows", { $0["tomorrow"] = ["a": 1] }),
    ]

    private func claims(_ generator: inout SeededGenerator) throws -> Bent {
        let (name, change) = Self.claims[Int.random(in: 0..<Self.claims.count, using: &generator)]
        var claims = Self.payload
        change(&claims)
        return (name, try signed(JSONValue.object(claims).serialized()))
    }

    private func header(_ generator: inout SeededGenerator) throws -> Bent {
        let algorithms = ["none", "HS256", "RS256", "ES384", "es256", ""]
        let texts = [
            #""typ":"JWT""#, #""kid":"A""#, #""crit":["b64"],"b64":false"#, #""alg":"ES256""#, #""x":{"y":[1]}"#,
        ]
        if Bool.random(using: &generator) {
            let algorithm = algorithms.randomElement(using: &generator) ?? ""
            return ("alg \(algorithm)", try signed(header: header(algorithm: algorithm, chain)))
        }
        let text = texts.randomElement(using: &generator) ?? ""
        return ("header with \(text)", try signed(header: header(algorithm: "ES256", chain, text)))
    }

    private func signature(_ generator: inout SeededGenerator) throws -> Bent {
        let token = try signed()
        let input = token.prefix(upTo: token.lastIndex(of: ".") ?? token.endIndex)
        let signature = try keys[0].signature(for: Data(input.utf8))
        let raw = Array(signature.rawRepresentation)
        let (name, bent): (String, [UInt8]) =
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: ("in DER", Array(signature.derRepresentation))
            case 1: ("short", Array(raw.dropLast()))
            case 2: ("long", raw + [0])
            case 3: ("with halves swapped", Array(raw[32...] + raw[..<32]))
            case 4: ("of zeros", [UInt8](repeating: 0, count: 64))
            default: ("empty", [])
            }
        return ("signature \(name)", "\(input).\(Base64.urlSafe(bent))")
    }

    // MARK: Certificates

    private func order(_ generator: inout SeededGenerator) throws -> Bent {
        let all = chain + foreignChain
        let names = ["leaf", "intermediate", "root", "foreign leaf", "foreign intermediate", "foreign root"]
        var places = [0, 1, 2]
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: places.shuffle(using: &generator)
        case 1: places.remove(at: Int.random(in: 0..<3, using: &generator))
        case 2: places.append(Int.random(in: 0..<6, using: &generator))
        default: places[Int.random(in: 0..<3, using: &generator)] = Int.random(in: 0..<6, using: &generator)
        }
        let name = "x5c of " + places.map { names[$0] }.joined(separator: ", ")
        return (name, try signed(header: header(algorithm: "ES256", places.map { all[$0] })))
    }

    private func extensions(_ generator: inout SeededGenerator) throws -> Bent {
        let place = Int.random(in: 0..<2, using: &generator)
        var certificate = try CertificateParts(chain[place])
        let dropped = Int.random(in: 0..<certificate.extensions.count, using: &generator)
        let identifier = certificate.extensionIdentifiers[dropped]
        certificate.extensions.remove(at: dropped)
        var bent = chain
        bent[place] = try certificate.signed(by: keys[place + 1])
        let name = "\(["leaf", "intermediate"][place]) without \(identifier)"
        return (name, try signed(header: header(algorithm: "ES256", bent)))
    }

    private func certificate(_ generator: inout SeededGenerator, isSigned: Bool) throws -> Bent {
        let place = Int.random(in: 0..<3, using: &generator)
        var bent = chain
        if isSigned, place < 2 {
            var certificate = try CertificateParts(chain[place])
            let field = Int.random(in: 0..<certificate.fields.count, using: &generator)
            let octet = Int.random(in: 0..<certificate.fields[field].count, using: &generator)
            certificate.fields[field][octet] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            bent[place] = try certificate.signed(by: keys[place + 1])
            let name = "\(["leaf", "intermediate"][place]), field \(field), signed again"
            return (name, try signed(header: header(algorithm: "ES256", bent)))
        }
        bent[place] = Mutation.mutate(chain[place], &generator)
        let name = "octets of the \(["leaf", "intermediate", "root"][place])"
        return (name, try signed(header: header(algorithm: "ES256", bent)))
    }

    // MARK: Signing

    private static let payload: JSONObject = [
        "transactionId": "1", "originalTransactionId": "1", "bundleId": .string(SampleReceipt.bundleID),
        "productId": "com.example.app.pro", "type": "Non-Consumable", "environment": "Sandbox",
        "purchaseDate": 1_722_945_600_000, "signedDate": 1_722_945_600_000,
    ]

    private func header(algorithm: String, _ chain: [[UInt8]], _ more: String? = nil) -> String {
        let certificates = chain.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
        return #"{"alg":"\#(algorithm)","x5c":[\#(certificates)]\#(more.map { "," + $0 } ?? "")}"#
    }

    private func signed(_ payload: String? = nil, header: String? = nil) throws -> String {
        let header = header ?? self.header(algorithm: "ES256", chain)
        let payload = payload ?? JSONValue.object(Self.payload).serialized()
        let input = "\(Base64.urlSafe(header.utf8)).\(Base64.urlSafe(payload.utf8))"
        return try input + "." + Base64.urlSafe(keys[0].signature(for: Data(input.utf8)).rawRepresentation)
    }
}
