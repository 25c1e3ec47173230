/// StoreKitTest's name for the local store's test sessions, on platforms without Apple's.
///
/// A test's `import StoreKitTest` is Apple's framework on Apple platforms, and this module on Linux. Add the product
/// `StoreKitTest` to a target on Linux only.
@_exported public import LocalStoreKitTest
