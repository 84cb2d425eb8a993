import { DOCUMENT_FACTS, type DocumentKind } from '#domain/documents/document-kinds.ts';

/** The customer's page of a document, by the secret of a link. */
export const documentPath = (kind: DocumentKind, secret: string) =>
  `${DOCUMENT_FACTS[kind].page}?k=${secret}`;
