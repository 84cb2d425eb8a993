import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import type { Logo } from './document-head.ts';

/** A document to print, for the worker. */
export interface PrintMessage {
  id: number;
  document: FrozenDocument;
  logo: Logo | null;
}

/** The worker's answer: the file, or why there is none. */
export type PrintedMessage =
  | { id: number; file: Uint8Array<ArrayBuffer>; cpuMs: number }
  | { id: number; error: string };
