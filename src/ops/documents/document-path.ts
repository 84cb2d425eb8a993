import type { DocumentKind } from '#domain/documents/frozen-document.ts';

/** The customer's page of a document, by the secret of a link. */
export const documentPath = (kind: DocumentKind, secret: string) =>
  `/${kind === 'quote' ? 'quote' : 'invoice'}?k=${secret}`;
