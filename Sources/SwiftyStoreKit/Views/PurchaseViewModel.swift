#if canImport(Combine)
    public import Combine
#endif

/// What a view of purchases shows and does, without the view: the same on a screen, in a terminal and in a test.
@MainActor
public class PurchaseViewModel {
    /// Called after each change; on Apple platforms `objectWillChange` tells of it before, too.
    public var onChange: (@MainActor () -> Void)?

    init() {}

    /// Changes what is shown.
    func change(_ body: () -> Void) {
        #if canImport(Combine)
            objectWillChange.send()
        #endif
        body()
        onChange?()
    }
}

#if canImport(Combine)
    extension PurchaseViewModel: ObservableObject {}
#endif
