// visionOS never had hosted content.
#if !os(visionOS)
    #if canImport(StoreKit) && canImport(Darwin)
        public import StoreKit
    #else
        public import LocalStoreKit
    #endif

    extension SwiftyStoreKit {
        /// Hears how downloads go on, on the main queue.
        public static var updatedDownloadsHandler: UpdatedDownloadsHandler? {
            get { client.updatedDownloadsHandler }
            set { client.updatedDownloadsHandler = newValue }
        }

        /// Starts downloads.
        public class func start(_ downloads: [SKDownload]) { client.start(downloads) }

        /// Pauses downloads.
        public class func pause(_ downloads: [SKDownload]) { client.pause(downloads) }

        /// Resumes downloads.
        public class func resume(_ downloads: [SKDownload]) { client.resume(downloads) }

        /// Cancels downloads.
        public class func cancel(_ downloads: [SKDownload]) { client.cancel(downloads) }
    }
#endif
