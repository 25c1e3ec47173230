import Foundation
import Locking

extension PaymentQueueCore {
    /// Starts waiting downloads and goes on with paused ones.
    func start(_ downloads: [SKDownload]) {
        guard let device else { return }
        for download in changed(downloads, in: device, by: { $0.start() }) {
            let shared = SharedDownload(download)
            device.work.enqueue { [self] in step(shared, in: device) }
        }
    }

    func pause(_ downloads: [SKDownload]) {
        guard let device else { return }
        _ = changed(downloads, in: device) { $0.pause() }
    }

    func cancel(_ downloads: [SKDownload]) {
        guard let device else { return }
        _ = changed(downloads, in: device) { $0.cancel() }
    }

    /// Ends the downloads of a transaction that is finished; nobody needs to hear of it.
    func cancelQuietly(_ downloads: [SKDownload]) {
        for download in downloads {
            download.task.withLock { _ = $0?.cancel() }
        }
    }

    /// Copies one piece, tells the observers, and goes on once they have heard; so they can pause at any piece.
    private func step(_ shared: SharedDownload, in device: LocalDevice) {
        let length = max(1, device.settings.downloadChunkLength)
        let isUnchanged = shared.download.task.withLock { task in
            guard task?.state == .active else { return true }
            task?.step(length)
            return false
        }
        guard !isUnchanged else { return }
        device.deliver { [self] in
            announce([shared], in: device)
            guard shared.download.state == .active else { return }
            device.work.enqueue { [self] in step(shared, in: device) }
        }
    }

    /// Applies `change`; tells the observers of the downloads that it changed, and returns these.
    private func changed(
        _ downloads: [SKDownload],
        in device: LocalDevice,
        by change: @Sendable (inout DownloadTask) -> Bool
    ) -> [SKDownload] {
        let changed = downloads.filter { download in
            download.task.withLock { task in
                guard var copy = task, change(&copy) else { return false }
                task = copy
                return true
            }
        }
        let shared = changed.map(SharedDownload.init)
        if !shared.isEmpty { device.deliver { [self] in announce(shared, in: device) } }
        return changed
    }

    private func announce(_ shared: [SharedDownload], in device: LocalDevice) {
        let downloads = shared.map(\.download)
        for observer in observers { observer.paymentQueue(device.queue, updatedDownloads: downloads) }
    }
}
