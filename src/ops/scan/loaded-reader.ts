import { BarcodeDetector, prepareZXingModule, purgeZXingModule } from 'barcode-detector/ponyfill';
import program from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { LabelReader } from './label-reader.ts';

// why: the package would load its program from a CDN.
const FROM_HERE = { locateFile: () => program };

/**
 * A reader of QR codes for browsers without one. Its program, WebAssembly of about 1 MB, is served by the site.
 * @throws when the program cannot be loaded
 */
export async function loadedReader(): Promise<LabelReader> {
  try {
    await prepareZXingModule({ overrides: FROM_HERE, fireImmediately: true });
  } catch (error) {
    // why: it keeps a program that did not load, and would not ask for it again.
    purgeZXingModule();
    throw error;
  }
  return new BarcodeDetector({ formats: ['qr_code'] });
}
