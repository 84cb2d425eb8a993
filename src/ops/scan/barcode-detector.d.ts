/** https://wicg.github.io/shape-detection-api/ : Chromium on Android, ChromeOS and macOS. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

// why var: `globalThis` has no properties of other declarations.
declare var BarcodeDetector:
  | {
      new (options: { formats: string[] }): BarcodeDetector;
      getSupportedFormats(): Promise<string[]>;
    }
  | undefined;
