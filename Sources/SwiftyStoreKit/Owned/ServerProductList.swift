public import AppStoreModels
public import Foundation
public import OutgoingURLSession

/// The products of an app, by a list that a server of the developer's keeps: new products need no new version of the app.
///
/// ```swift
/// let bundled = ProductCatalogue(["com.example.flowershop.seeds"])
/// let list = ServerProductList(url: url, bundled: bundled, storage: storage)
/// let loaded = await list.load()
/// let products = try await Product.products(for: loaded.catalogue.productIDs)
/// ```
///
/// The server answers with JSON: `["id", …]`, or `{"products": […]}` whose elements are identifiers, or objects with `id` and,
/// where known, `type` (Apple's word, for example `Consumable`) and `durationSeconds` of a subscription that does not renew.
/// An answer of 200 that is such a list is remembered. While the server cannot be reached, or answers with anything else, the
/// list that was remembered last counts, and before there is one, the one that came with the app.
public struct ServerProductList: Sendable {
    /// The products, and where the list of them came from.
    public struct Loaded: Sendable, Hashable {
        /// Where a list came from.
        public enum Source: String, Sendable {
            /// The server, now.
            case server
            /// The server, earlier.
            case remembered
            /// The app.
            case bundled
        }

        /// The products.
        public let catalogue: ProductCatalogue
        /// Where the list came from.
        public let source: Source
        /// Why it did not come from the server; nil if it did.
        public let problem: String?
    }

    /// The longest list that is read, in bytes.
    public static let maximumLength = 1_048_576
    /// How many products a list has at most.
    public static let maximumCount = 10_000
    private static let key = "server-product-list"

    private let request: HTTPTransportRequest
    private let bundled: ProductCatalogue
    private let storage: any KeyValueStorage
    private let transport: any HTTPTransport

    /// A list of a server.
    ///
    /// - Parameters:
    ///   - url: Where the list is.
    ///   - bundled: The products that count before there is a list.
    ///   - storage: Where the last list is remembered.
    ///   - timeout: After how many seconds without an answer the server counts as away.
    ///   - transport: What carries the request.
    public init(
        url: URL,
        bundled: ProductCatalogue,
        storage: any KeyValueStorage,
        timeout: TimeInterval = 10,
        transport: any HTTPTransport = URLSessionTransport()
    ) {
        request = HTTPTransportRequest(
            url: url,
            method: "GET",
            timeout: timeout,
            maximumResponseLength: Self.maximumLength
        )
        (self.bundled, self.storage, self.transport) = (bundled, storage, transport)
    }

    /// Asks the server; never fails.
    public func load() async -> Loaded {
        do {
            let answer = try await transport.send(request)
            guard answer.status == 200 else { return fallback("the server answered with status \(answer.status)") }
            let catalogue = try ProductCatalogue(serverList: answer.body)
            // A list that cannot be remembered is a good list all the same.
            try? storage.set(answer.body, forKey: Self.key)
            return Loaded(catalogue: catalogue, source: .server, problem: nil)
        } catch {
            return fallback("\(error)")
        }
    }

    private func fallback(_ problem: String) -> Loaded {
        if let data = (try? storage.data(forKey: Self.key)) ?? nil,
            let catalogue = try? ProductCatalogue(serverList: data)
        {
            return Loaded(catalogue: catalogue, source: .remembered, problem: problem)
        }
        return Loaded(catalogue: bundled, source: .bundled, problem: problem)
    }
}

extension ProductCatalogue {
    /// The products of a list in the form of ``ServerProductList``.
    ///
    /// - Throws: ``CatalogueError`` if it is no such list, or names no products or too many.
    public init(serverList data: Data) throws(CatalogueError) {
        guard let json = try? JSONValue(parsing: data), let list = json.array ?? json.object?[array: "products"] else {
            throw CatalogueError(
                code: .unreadable,
                reason: "The list is neither an array nor an object with \"products\""
            )
        }
        guard list.count <= ServerProductList.maximumCount else {
            throw CatalogueError(
                code: .unreadable,
                reason: "The list has \(list.count) products; \(ServerProductList.maximumCount) are read at most"
            )
        }
        var (products, types, durations) = (Set<String>(), [String: ProductType](), [String: TimeInterval]())
        for (place, element) in list.enumerated() {
            let object = element.object
            guard let id = element.string ?? object?[string: "id"], !id.isEmpty else {
                throw CatalogueError(code: .unreadable, reason: "Element \(place) of the list is no product")
            }
            products.insert(id)
            if let type = object?[string: "type"] { types[id] = ProductType(rawValue: type) }
            if let seconds = object?[integer: "durationSeconds"], seconds > 0 { durations[id] = TimeInterval(seconds) }
        }
        guard !products.isEmpty else { throw CatalogueError(code: .empty, reason: "The list has no products") }
        self.init(products, productTypes: types, nonRenewingDurations: durations)
    }
}
