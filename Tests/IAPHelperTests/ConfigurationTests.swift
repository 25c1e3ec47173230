import AppStoreModels
import Foundation
import SwiftyStoreKit
import TestSupport
import Testing

@testable import IAPHelper

@Suite("The helper's product configuration", .timeLimit(.minutes(15)))
struct ConfigurationTests {
    private final class Own: IAPProductConfiguration {
        private let identifiers: Set<ProductId>?

        init(_ identifiers: Set<ProductId>?) { self.identifiers = identifiers }

        func readProductConfiguration(type: IAPProductConfigurationType) -> Set<ProductId>? { identifiers }
    }

    private func with(_ name: String, _ content: String, _ body: (URL) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent(name)
            try Data(content.utf8).write(to: url)
            try body(url)
        }
    }

    @Test("Bug 1.1, subscriptions not read: a file with a subscription group names every product of every kind")
    func subscriptions() throws {
        let catalogue = try IAPConfigurationFile(contentsOf: SampleShop.catalogue).catalogue()
        #expect(catalogue.productIDs.isSuperset(of: [SampleShop.seeds, SampleShop.greenhouse]))
        #expect(catalogue.productIDs.isSuperset(of: [SampleShop.season, SampleShop.posy, SampleShop.bouquet]))
        #expect(catalogue.isConsumable(SampleShop.seeds))
        #expect(!catalogue.isConsumable(SampleShop.posy))
    }

    @Test("Bug 1.1, configuration set too late: one that is set after the start is the one that is read")
    func late() throws {
        let shop = try HelperShop(configuration: nil)
        shop.helper.productConfiguration = Own([SampleShop.greenhouse])
        #expect(shop.helper.configuredProductIdentifiers == [SampleShop.greenhouse])
        #expect(shop.events.filter { $0 == .configurationSuccess }.count == 1)
    }

    @Test("Bug 1.1, configuration not kept: the helper keeps it alive, and another one takes its place at once")
    func kept() throws {
        let shop = try HelperShop(configuration: Own([SampleShop.greenhouse]))
        #expect(shop.helper.haveConfiguredProductIdentifiers)
        shop.helper.productConfiguration = Own([SampleShop.seeds, SampleShop.posy])
        #expect(shop.helper.configuredProductIdentifiers == [SampleShop.seeds, SampleShop.posy])
        #expect(shop.helper.productConfiguration is Own)
    }

    @Test(
        "Bug 1.1, every failure reported as empty: each has its own error and its own notification",
        arguments: [
            (
                "shop.storekit", #"{"identifier":"A","products":[],"version":{"major":3,"minor":0}}"#,
                "configuration-empty", IAPNotification.configurationEmpty
            ),
            ("shop.storekit", "no JSON", "configuration-malformed", .configurationCantDecode),
            ("shop.plist", "no list", "configuration-malformed", .configurationCantDecode),
            ("shop.plist", "{ Products = { a = b; }; }", "configuration-malformed", .configurationCantDecode),
            ("shop.plist", "{ Products = ( ); }", "configuration-empty", .configurationEmpty),
        ]
    )
    func failures(name: String, content: String, code: String, notification: IAPNotification) throws {
        try with(name, content) { url in
            let configuration = IAPConfigurationFile(contentsOf: url)
            let error = #expect(throws: IAPConfigurationError.self) { try configuration.catalogue() }
            #expect(error?.code.rawValue == code)
            #expect(error?.reason.contains(name) == true)
            let shop = try HelperShop(configuration: IAPProductConfigurationDefault(file: configuration))
            #expect(shop.helper.configuredProductIdentifiers == nil)
            #expect(!shop.helper.haveConfiguredProductIdentifiers)
            #expect(shop.events == [notification, .configurationFailure])
        }
    }

    @Test("Bug 1.1, every failure reported as empty: a missing file and one that cannot be read are told apart")
    func missing() throws {
        try withTemporaryFolder { folder in
            let missing = IAPConfigurationFile(contentsOf: folder.appendingPathComponent("shop.storekit"))
            let notFound = #expect(throws: IAPConfigurationError.self) { try missing.catalogue() }
            #expect(notFound?.code == .notFound)
            #expect(notFound?.reason == "There is no shop.storekit; add it to the app's target")
            let unreadable = #expect(throws: IAPConfigurationError.self) {
                try IAPConfigurationFile(contentsOf: folder).catalogue()
            }
            #expect(unreadable?.code == .unreadable)
            #expect(unreadable?.notification == .configurationCantReadData)
        }
    }

    @Test("A property list names the products, and the consumables among them")
    func propertyList() throws {
        try with("ProductsRelease.plist", "{ Products = ( a, b, c ); Consumables = ( b ); }") { url in
            let catalogue = try IAPConfigurationFile(contentsOf: url).catalogue()
            #expect(catalogue.productIDs == ["a", "b", "c"])
            #expect(catalogue.productTypes == ["b": .consumable])
        }
    }

    @Test("An app's own configuration that gives nothing is refused by name", arguments: [true, false])
    func refused(isEmpty: Bool) throws {
        let shop = try HelperShop(configuration: Own(isEmpty ? [] : nil))
        #expect(shop.hear(shop.helper.requestProductsFromAppStore) == [.configurationNoProductIds])
        let error = shop.log.compactMap { $0.error as? IAPConfigurationError }.first
        #expect(error?.code == (isEmpty ? .empty : .refused))
    }

    @Test(
        "A file does not tell what is free, and says nothing about it",
        arguments: [(IAPProductConfigurationType.all, true), (.free, false), (.paid, false)]
    )
    func types(type: IAPProductConfigurationType, isKnown: Bool) {
        #expect((HelperShop.catalogue.readProductConfiguration(type: type) != nil) == isKnown)
    }

    @Test("The names of the files follow the build")
    func constants() {
        let isRelease = IAPConstants.isRelease
        #expect(IAPConstants.ConfigFile() == (isRelease ? "ProductsRelease" : "Configuration"))
        #expect(IAPConstants.ConfigFileExt() == (isRelease ? "plist" : "storekit"))
        #expect(IAPConstants.Certificate() == (isRelease ? "AppleIncRootCertificate" : "StoreKitTestCertificate"))
        #expect(IAPConstants.CertificateExt() == "cer")
    }
}
