#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCompare
    import MultiPlayerKitScreen

    /// The examples on the module's page that need a stage. They are compiled here and never run; a test of the Apple
    /// contract compares them with the page, line by line.
    @MainActor
    private struct DocumentationExamples {
        func measuring(copy: MemberID, original: MemberID, stage: Stage) throws {
            let measures = LiveMeasures(of: copy, against: original)
            try stage.add(measures)
        }

        func keeping(group: PlaybackGroup, stage: Stage) throws {
            var session = ComparisonSession(of: group, layout: stage.layout, captions: stage.captions)
            session.markers.append(ComparisonSession.Marker(at: .seconds(3.2), "brakes"))
            try session.write(to: URL(filePath: "wet road.json"))
        }

        func markers(group: PlaybackGroup, session: ComparisonSession, found: MeasuredComparison) async throws {
            var session = session
            session.markers = found.worstMarkers()
            if let marker = session.markers.next(after: group.time()) { try await group.seek(to: marker.time) }
        }

        func stills(group: PlaybackGroup, folder: URL) async throws {
            try await GroupStills(of: group).write(to: folder)
        }

        func thumbnails(group: PlaybackGroup, car: MemberID, stage: Stage) async throws {
            if let found = try await group.thumbnail(of: car, at: .seconds(4)) {
                stage.thumbnail = StageThumbnail(found.picture, in: CGRect(x: 500, y: 480, width: 256, height: 160))
            }
        }

        func exporting(group: PlaybackGroup) async throws {
            var export = GroupExport(of: group, as: .sideBySide)
            export.captions = TileCaptions([.name, .time])
            export.range = .seconds(2)..<(.seconds(12))
            try await export.write(to: URL(filePath: "comparison.mp4"))
        }
    }
#endif
