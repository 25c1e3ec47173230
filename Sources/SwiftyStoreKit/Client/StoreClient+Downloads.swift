import Locking

// visionOS never had hosted content.
#if !os(visionOS)
    #if canImport(StoreKit) && canImport(Darwin)
        public import StoreKit
    #else
        public import LocalStoreKit
    #endif

    extension StoreClient {
        /// Hears how downloads go on, on the callback queue.
        public var updatedDownloadsHandler: UpdatedDownloadsHandler? {
            get { state.withLock { $0.handlers.updatedDownloads } }
            set { state.withLock { $0.handlers.updatedDownloads = newValue } }
        }

        /// Starts downloads.
        public func start(_ downloads: [SKDownload]) { backend.perform(.start, on: downloads) }

        /// Pauses downloads.
        public func pause(_ downloads: [SKDownload]) { backend.perform(.pause, on: downloads) }

        /// Resumes downloads.
        public func resume(_ downloads: [SKDownload]) { backend.perform(.resume, on: downloads) }

        /// Cancels downloads.
        public func cancel(_ downloads: [SKDownload]) { backend.perform(.cancel, on: downloads) }
    }
#endif
