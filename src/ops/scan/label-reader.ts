/** Finds the QR codes in the picture of a camera. */
export type LabelReader = Pick<BarcodeDetector, 'detect'>;

/**
 * The browser's own reader of QR codes. Where it has none (Safari, Firefox, Chromium on Linux and Windows), one that
 * is loaded from the site.
 * @throws when that cannot be loaded
 */
export async function labelReader(): Promise<LabelReader> {
  // why asked: on Android without Play services it is there, and reads nothing.
  const own = await globalThis.BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (globalThis.BarcodeDetector && own?.includes('qr_code')) {
    return new globalThis.BarcodeDetector({ formats: ['qr_code'] });
  }
  const { loadedReader } = await import('./loaded-reader.ts');
  return loadedReader();
}
