import AppStoreModels
import AppStoreTrust
import ArgumentParser
import Foundation
import LocalAppStore
import ServerLoad

/// Who the customers of `purser load` are, and who signs for them.
struct LoadStockOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The authority that signs, as `purser store serve --authority` has it; made if the file is missing.",
            valueName: "file"
        )
    )
    var authority = "load-authority.pem"

    @Option(help: ArgumentHelp("Write the root that the server must trust, and end.", valueName: "file"))
    var writeRoot: String?

    @Option(help: ArgumentHelp("The app that the server serves.", valueName: "id"))
    var bundleID = "com.example.app"

    @Option(help: ArgumentHelp("Its number in the App Store; notifications of production name it.", valueName: "id"))
    var appAppleID: Int64 = 0

    @Flag(help: "Purchases of production; without it of the sandbox.")
    var production = false

    @Option(help: ArgumentHelp("How many customers there are.", valueName: "count"))
    var customers = 1_000

    func validate() throws {
        guard (1...1_000_000).contains(customers) else { throw ValidationError("--customers is 1 to 1,000,000") }
    }

    /// The authority of the file.
    func authority(around date: Date) throws -> CertificateAuthority {
        try AuthorityFile(path: authority).authority(around: date)
    }

    /// Everything that a run sends, signed.
    func stock(
        for plan: LoadPlan,
        signedBy authority: CertificateAuthority,
        at date: Date,
        _ progress: LoadProgress
    ) throws -> LoadStock {
        let needs = needs(of: plan)
        let perCustomer = ((needs.values.max() ?? 0) + customers - 1) / customers
        progress.show("making customers", customers)
        let shop = try LoadShop(
            customers: customers,
            renewals: perCustomer,
            app: StoreApp(bundleID: bundleID, version: "1", appAppleID: appAppleID),
            authority: authority,
            seed: plan.seed,
            date: date,
            environment: production ? .production : .sandbox
        )
        return try LoadStock(shop, needs: needs) { done, all in progress.show("signed of \(all)", done) }
    }

    /// How much of each kind is sent; nobody knows of a run without a rate, which gets enough for most.
    private func needs(of plan: LoadPlan) -> [LoadKind: Int] {
        let count = plan.requestCount ?? customers * 12
        return [LoadKind.upload, .notification].reduce(into: [:]) { needs, kind in
            let share = plan.mix.share(of: kind)
            guard share > 0 else { return }
            // Chance gives each kind a little more or less than its share.
            let expected = plan.requestCount == nil ? Double(count) : Double(count) * share
            needs[kind] = min(Int(expected + 4 * expected.squareRoot()) + 1, customers * LoadShop.maximumRenewals)
        }
    }
}

/// How hard `purser load` asks.
struct LoadPaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many requests a second; without it, as many as are answered.", valueName: "count"))
    var rate: Double?

    @Option(help: ArgumentHelp("How many are under way at once, at most.", valueName: "count"))
    var connections = 16

    @Option(help: ArgumentHelp("For how many seconds it is not counted.", valueName: "seconds"))
    var warmUp = 5.0

    @Option(help: ArgumentHelp("For how many seconds it is.", valueName: "seconds"))
    var duration = 30.0

    @Option(
        help: ArgumentHelp(
            "How often what is done: upload, look-up and notification, each with a weight.",
            valueName: "weights"
        ),
        transform: { text in
            guard let mix = LoadMix(text) else {
                throw ValidationError("--mix: write weights such as upload=1,look-up=18,notification=1")
            }
            return mix
        }
    )
    var mix = LoadMix.usual

    @Option(help: "From what all choices follow; another one makes other customers.")
    var seed: UInt64 = 1

    func plan() throws -> LoadPlan {
        LoadPlan(
            pace: rate.map { .rate(perSecond: $0) } ?? .asAnswered,
            connections: connections,
            warmUp: warmUp,
            duration: duration,
            mix: mix,
            seed: seed
        )
    }
}
