import AppStoreModels
import Foundation
import Hummingbird

extension PurchaseServerApplication {
    /// RevenueCat's interface, where it is switched on.
    func addRevenueCat(to router: Router<APIContext>) {
        guard configuration.answersRevenueCat else { return }
        router.add(middleware: RevenueCatMiddleware(now: configuration.now, logger: configuration.logger))
        let root = router.group(RouterPath(RevenueCatMiddleware.path))
        // Asked for without a key, to find out whether there is anybody.
        root.get("health") { _, _ in JSONObject().response() }
        RevenueCatRoutes(
            storage: storage,
            ingestion: receiptIngestion,
            signedIngestion: transactionIngestion,
            maximumReceiptLength: configuration.maximumReceiptLength,
            log: uploadLog,
            catalogue: configuration.customers.levels,
            sandbox: configuration.customers.sandbox,
            statement: { [configuration] in try configuration.statement(of: $0) },
            extending: RenewalExtending(
                check: SubscriptionCheck(clients: appStore),
                storage: storage,
                rules: configuration.entitlementRules,
                now: configuration.now,
                logger: configuration.logger,
                requests: storage
            ),
            now: configuration.now,
            identifier: { RandomIdentifier.make("grt") }
        ).add(
            to: root.group().add(
                middleware: RevenueCatKeyMiddleware(
                    ring: ring,
                    limiter: limiter,
                    demandsTokens: configuration.apps.contains { $0.customerTokens == .required }
                )
            )
        )
    }
}
