import type { FrozenDocument } from '#domain/documents/frozen-document.ts';

/** Name of a document's file: `INV-26-27-0001.pdf`, `QT-26-27-0007-revision-2.pdf`, `Draft-quote.pdf`. */
export function fileNameOf({ number, title, revision }: FrozenDocument): string {
  if (number === null) return `Draft-${title.toLowerCase().replaceAll(' ', '-')}.pdf`;
  const revised = revision > 1 ? `-revision-${revision}` : '';
  return `${number.replaceAll(/[^A-Za-z0-9]+/g, '-')}${revised}.pdf`;
}
