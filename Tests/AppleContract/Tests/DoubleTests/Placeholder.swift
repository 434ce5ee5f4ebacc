import AVFoundation
import Testing
