@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitCompare
import Testing

@testable import MultiPlayerKit

extension ExportStories {
    /// What is heard of a group in an exported file, sample by sample.
    @Suite(.serialized) @MainActor
    struct Sound {
        /// What is wrong with the sound of a movie, by what is to be heard at a time in seconds; `nil`: not judged, where
        /// times are rounded to samples.
        private func mistakes(_ movie: MovieDouble, seconds: Double, _ wanted: (Double) -> Float?) -> [String] {
            let samples = movie.samples
            guard samples.count == Int(seconds * 48_000) * 2 else { return ["\(samples.count / 2) samples"] }
            return stride(from: 0, to: samples.count / 2, by: 7).compactMap { index in
                let time = Double(index) / 48_000
                guard let wanted = wanted(time) else { return nil }
                let heard = (samples[index * 2], samples[index * 2 + 1])
                // A sample more or less is heard by nobody.
                guard abs(heard.0 - wanted) > 0.01 || heard.0 != heard.1 else { return nil }
                return "\(time) s: \(heard) instead of \(wanted)"
            }
        }

        private func tone(_ clip: Int, _ time: Double) -> Float { ExportScene.sound(clip, time) }

        @Test func `the audible member is heard alone, all at once, or nobody`() async throws {
            let scene = ExportScene()
            scene.group.add(url: scene.clip())
            let second = scene.group.add(url: scene.clip(), offset: .milliseconds(500))
            scene.group.add(url: scene.clip(hasAudio: false))
            scene.group.audibleMember = second
            var export = scene.export()
            // What the second lacks at its end is silent.
            func heard(_ time: Double) -> Float? {
                abs(time - 3.5) < 0.001 ? nil : time < 3.5 ? tone(1, time + 0.5) : 0
            }
            var (outcome, movie) = try await scene.write(export)
            #expect(outcome.hasSound)
            #expect(mistakes(movie, seconds: 4, heard) == [])
            export.sound = .mix
            (outcome, movie) = try await scene.write(export)
            #expect(mistakes(movie, seconds: 4) { time in heard(time).map { $0 + tone(0, time) } } == [])
            export.sound = .none
            (outcome, movie) = try await scene.write(export)
            #expect(!outcome.hasSound && movie.samples.isEmpty && movie.settings[.audio] == nil)
            export.sound = .audible
            scene.group.audibleMember = nil
            (outcome, movie) = try await scene.write(scene.export())
            #expect(!outcome.hasSound && movie.settings[.audio] == nil)
            #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
        }

        @Test func `sound starts again, later and faster where its pictures do`() async throws {
            let scene = ExportScene()
            let group = scene.group
            // 0.6 s that start again, from 0.3 s on.
            group.add(url: scene.clip(), offset: .milliseconds(-300), range: .zero..<(.milliseconds(600)), end: .loop)
            group.add(url: scene.clip(), offset: .milliseconds(250), speed: 2)
            var export = scene.export()
            export.sound = .mix
            export.range = .milliseconds(100)..<(.milliseconds(2100))
            let movie = try await scene.write(export).1
            func looped(_ time: Double) -> Float? {
                guard abs(time - 0.3) > 0.001 else { return nil }
                guard time > 0.3 else { return 0 }
                let place = (time - 0.3).truncatingRemainder(dividingBy: 0.6)
                return place < 0.001 || place > 0.599 ? nil : tone(0, place)
            }
            func faster(_ time: Double) -> Float? {
                abs(time - 1.875) < 0.001 ? nil : time < 1.875 ? tone(1, 0.25 + 2 * time) : 0
            }
            let found = mistakes(movie, seconds: 2) { time in
                guard let first = looped(time + 0.1), let second = faster(time + 0.1) else { return nil }
                return first + second
            }
            #expect(found == [])
            #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
        }

        @Test func `a group that plays faster is heard faster, and to its end`() async throws {
            let scene = ExportScene()
            let member = scene.group.add(url: scene.clip())
            scene.group.audibleMember = member
            scene.group.rate = 2
            let (outcome, movie) = try await scene.write(scene.export())
            #expect(outcome.frames == 20)
            #expect(mistakes(movie, seconds: 2) { tone(0, $0 * 2) } == [])
        }
    }
}
