import Foundation

/// The rules by which facts become findings, in the order in which one should look.
struct DiagnosticRules {
    let facts: StoreFacts

    var findings: [StoreFinding] {
        guard !facts.requestedIDs.isEmpty else { return [Self.nothingAsked] }
        if let failure = facts.failure { return surroundings + [finding(of: failure)] }
        let missing = facts.missingIDs
        guard !missing.isEmpty else {
            return surroundings.isEmpty ? [Self.fine(facts.foundIDs.count)] : surroundings
        }
        let spelling = spellingFindings(missing)
        let explained = Set(spelling.flatMap(\.productIDs))
        let rest = missing.filter { !explained.contains($0) }
        return surroundings + spelling + configurationFindings(rest) + (rest.isEmpty ? [] : unexplained(rest))
    }

    // MARK: What stands in the way whatever was asked

    private var surroundings: [StoreFinding] {
        var findings: [StoreFinding] = []
        if let bundle = facts.bundleID, let signed = facts.signedBundleID, bundle != signed {
            findings.append(
                StoreFinding(
                    "bundle-mismatch",
                    .cause,
                    cause: "The app runs as \(bundle), and the store knows it as \(signed).",
                    nextStep: "Give the target the bundle identifier of the app in App Store Connect."
                )
            )
        }
        if facts.bundleID == nil {
            findings.append(
                StoreFinding(
                    "no-bundle",
                    .suspicion,
                    cause: "The program has no bundle identifier, by which the store finds its products.",
                    nextStep: "Run it as an app, or name the app to the local store."
                )
            )
        }
        if !facts.canMakePayments {
            findings.append(
                StoreFinding(
                    "payments-not-allowed",
                    .cause,
                    cause: "Payments are not allowed on this device: Screen Time or a management profile forbids them.",
                    nextStep: "Show products without a button to buy; test with an account that may pay."
                )
            )
        }
        if facts.storefront == nil {
            findings.append(
                StoreFinding(
                    "no-storefront",
                    .suspicion,
                    cause: "There is no storefront: nobody is signed in to the store, or it cannot be reached.",
                    nextStep: "Sign in, in Settings under Media & Purchases, or under Developer for the sandbox."
                )
            )
        }
        return findings
    }

    // MARK: The request failed

    private func finding(of failure: StoreFacts.Failure) -> StoreFinding {
        switch failure {
        case .network(let reason):
            StoreFinding(
                "store-not-reached",
                .cause,
                cause: "The store could not be reached: \(reason).",
                nextStep: "Show that the store is away and load again when the network is back; look for a proxy or a "
                    + "filter."
            )
        case .system(let reason):
            StoreFinding(
                "store-failed",
                .cause,
                cause: "The store's part of the system failed: \(reason).",
                nextStep: isDaemonBug
                    ? "iOS 18.0 to 18.3.2 lose the connection to their store service: load again, restart the device."
                    : "Load again later; look at Apple's system status page and at the log of storekitd."
            )
        case .storefront:
            StoreFinding(
                "not-in-storefront",
                .cause,
                cause: "The products are not sold in the customer's storefront"
                    + "\(facts.storefront.map { " (\($0))" } ?? "").",
                nextStep: "Look at the availability of app and products in App Store Connect."
            )
        case .notEntitled:
            StoreFinding(
                "not-entitled",
                .cause,
                cause: "The app is not entitled to in-app purchases.",
                nextStep: "Add the capability In-App Purchase to the target and its provisioning profile."
            )
        }
    }

    private var isDaemonBug: Bool {
        guard let system = facts.system, system.name == "iOS", system.major == 18 else { return false }
        return system.minor <= 3
    }

    // MARK: Names

    /// Identifiers that are written almost as one that is known.
    private func spellingFindings(_ missing: [String]) -> [StoreFinding] {
        let known = facts.foundIDs.union(facts.configuredIDs ?? []).sorted()
        return missing.compactMap { id in
            let trimmed = id.trimmingCharacters(in: .whitespacesAndNewlines)
            if trimmed != id || id.isEmpty {
                return StoreFinding(
                    "identifier-has-spaces",
                    .cause,
                    cause: "The identifier \"\(id)\" is empty, or begins or ends with a space.",
                    nextStep: "Take the space out, where the identifier is written or read from a file.",
                    productIDs: [id]
                )
            }
            guard let near = known.first(where: { $0.lowercased() == id.lowercased() && $0 != id }) else { return nil }
            return StoreFinding(
                "identifier-case",
                .cause,
                cause: "The identifier \"\(id)\" differs from \"\(near)\" in upper and lower case.",
                nextStep: "Write it as the store does: \(near).",
                productIDs: [id]
            )
        }
    }

    private func configurationFindings(_ missing: [String]) -> [StoreFinding] {
        guard let configured = facts.configuredIDs else { return [] }
        let (inFile, notInFile) = (missing.filter(configured.contains), missing.filter { !configured.contains($0) })
        var findings: [StoreFinding] = []
        if !notInFile.isEmpty {
            findings.append(
                StoreFinding(
                    "not-in-configuration",
                    .cause,
                    cause: "The .storekit file does not have them.",
                    nextStep: "Add them to the file, or synchronise it with App Store Connect.",
                    productIDs: notInFile
                )
            )
        }
        if !inFile.isEmpty, facts.environment != "Xcode" {
            findings.append(
                StoreFinding(
                    "configuration-not-attached",
                    .cause,
                    cause: "The .storekit file has them, and the app does not run with it: the store is "
                        + "\(facts.environment ?? "not known").",
                    nextStep: "Choose the file in the scheme, under Run, Options, StoreKit Configuration; in "
                        + "TestFlight it is never used.",
                    productIDs: inFile
                )
            )
        }
        return findings
    }

    // MARK: What the device cannot see

    private func unexplained(_ missing: [String]) -> [StoreFinding] {
        var findings: [StoreFinding] = []
        if let system = facts.system, system.isSimulator, facts.foundIDs.isEmpty, Self.hasEmptyListBug(system) {
            findings.append(
                StoreFinding(
                    "simulator-bug",
                    .suspicion,
                    cause: "Simulators of iOS 18.4 to 26 often load no products at all; this is \(system).",
                    nextStep: "Test on a device or on a simulator of another version."
                )
            )
        }
        guard facts.environment != "Xcode" else { return findings.isEmpty ? [Self.unknown(missing)] : findings }
        if facts.foundIDs.isEmpty {
            findings.append(
                StoreFinding(
                    "agreement",
                    .suspicion,
                    cause: "Not one product was found. Most often the Paid Apps agreement is not in force.",
                    nextStep: "In App Store Connect, under Business, sign it and give bank and tax data until it says "
                        + "Active."
                )
            )
        }
        findings.append(Self.unknown(missing))
        return findings
    }

    private static func hasEmptyListBug(_ system: StoreFacts.System) -> Bool {
        guard system.name == "iOS" else { return false }
        return (system.major, system.minor) >= (18, 4) && system.major <= 26
    }

    private static func unknown(_ missing: [String]) -> StoreFinding {
        StoreFinding(
            "unknown-identifiers",
            .suspicion,
            cause: "The store does not sell them: they are not there, not complete (\"Missing Metadata\"), removed "
                + "from sale, of another app, or younger than a few hours.",
            nextStep: "Compare the identifiers with App Store Connect, letter by letter; look at the state of each.",
            productIDs: missing
        )
    }

    private static func fine(_ count: Int) -> StoreFinding {
        StoreFinding(
            "fine",
            .fine,
            cause: "All \(count) products were found, and the customer may buy.",
            nextStep: "Nothing."
        )
    }

    private static let nothingAsked = StoreFinding(
        "nothing-asked",
        .cause,
        cause: "The app asked for no product.",
        nextStep: "Look whether the list of identifiers was read: its file may not be in the bundle, its server away."
    )
}
