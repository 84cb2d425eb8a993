import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import type { Logo } from './document-head.ts';
import { fileNameOf } from './file-name.ts';
import type { PdfPrinter } from './pdf-printer.ts';

/** A document as a PDF file. */
export interface DocumentFile {
  /** `INV-26-27-0001.pdf` */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Prints a document with the studio's logo. @throws Error when it cannot be printed */
export type PrintDocument = (document: FrozenDocument) => Promise<DocumentFile>;

/** @param logoOf the logo at a root-relative address; null where it cannot be read */
export const createPrint =
  (printer: PdfPrinter, logoOf: (address: string | null) => Promise<Logo | null>): PrintDocument =>
  async (document) => {
    const { file } = await printer.print(document, await logoOf(document.studio.logo));
    return { name: fileNameOf(document), bytes: file };
  };
