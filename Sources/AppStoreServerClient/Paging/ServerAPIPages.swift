/// A part of a list, with a mark from which the list goes on.
public protocol ServerAPIPage: Sendable {
    /// Where the next page begins: a revision or a token. Opaque.
    var position: String? { get }
    /// Whether there are more pages now.
    var hasMore: Bool { get }
}

/// The pages of a list, one request each, asked for when they are wanted.
///
/// ```swift
/// for try await page in client.transactionHistoryPages(of: identifier, resumingAt: revision) {
///     for transaction in page.transactions { try record(transaction) }
///     revision = page.revision
/// }
/// ```
///
/// Every page is asked for with the same filters, as the App Store demands, and from the environment that knew the first.
/// Keep the revision of the last page: from it a later walk brings what is new and what has changed.
///
/// A walk ends with an error, never silently: a list whose pages do not go on, or that has more pages than
/// ``ServerAPILimits/maximumPages``, throws `endless-pages`.
public struct ServerAPIPages<Page: ServerAPIPage>: AsyncSequence, Sendable {
    public typealias Element = Page
    public typealias Failure = ServerAPIError

    /// Asks for the page at a position; the last page says which environment knew it.
    typealias Fetch = @Sendable (_ position: String?, _ last: Page?) async throws(ServerAPIError) -> Page

    let start: String?
    let maximumPages: Int
    let fetch: Fetch

    /// Walks through the pages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// Where the next page begins: the position of the last page, or the one that the walk began at. Keep it to go on
        /// later.
        public private(set) var position: String?
        private let pages: ServerAPIPages
        private var last: Page?
        private var count = 0
        private var isOver = false

        init(_ pages: ServerAPIPages) {
            self.pages = pages
            position = pages.start
        }

        public mutating func next() async throws(ServerAPIError) -> Page? {
            guard !isOver else { return nil }
            // After an error the walk is over; it goes on as a new one, from the position.
            isOver = true
            guard count < pages.maximumPages else { throw endless("more than \(pages.maximumPages) pages") }
            let page = try await pages.fetch(position, last)
            if page.hasMore, page.position == nil || page.position == position {
                throw endless("a page says that there is more, but not where it begins")
            }
            position = page.position ?? position
            last = page
            count += 1
            isOver = !page.hasMore
            return page
        }

        // Without this the loop's errors would have no type.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ServerAPIError) -> Page? {
            try await next()
        }

        private func endless(_ seen: String) -> ServerAPIError {
            ServerAPIError(.endlessPages, "\(seen); go on from the last position with a new walk")
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
