/// A list of very many small values.
///
/// It grows page by page, so it never moves what it has; and a copy shares all pages but those that change afterwards, so
/// a copy of millions of values costs next to nothing.
struct Pages<Element: Sendable>: Sendable {
    private static var pageSize: Int { 4_096 }

    private var pages: [[Element]] = []
    private(set) var count = 0

    subscript(position: Int) -> Element {
        get { pages[position / Self.pageSize][position % Self.pageSize] }
        set { pages[position / Self.pageSize][position % Self.pageSize] = newValue }
    }

    mutating func append(_ element: Element) {
        if count % Self.pageSize == 0 {
            pages.append([])
            // The first page grows as small stores do; who has filled one fills the next.
            if count > 0 { pages[pages.count - 1].reserveCapacity(Self.pageSize) }
        }
        pages[pages.count - 1].append(element)
        count += 1
    }

    mutating func removeLast() {
        guard count > 0 else { return }
        pages[pages.count - 1].removeLast()
        count -= 1
        if count % Self.pageSize == 0 { pages.removeLast() }
    }
}
