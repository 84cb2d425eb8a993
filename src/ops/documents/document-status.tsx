import { studioToday } from '#domain/days.ts';
import type { DocumentRow } from '#domain/documents/document-record.ts';
import { documentStatus } from '#domain/documents/document-text.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

const TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['Draft', 'amber'],
  ['Change wanted', 'amber'],
  ['Accepted', 'green'],
  ['Declined', 'red'],
  ['Expired', 'red'],
]);

export interface DocumentStatusProps {
  document: Pick<DocumentRow, 'kind' | 'state' | 'answer' | 'valid_until'>;
}

/** State of a document, or its customer's answer, as a badge. */
export function DocumentStatus({ document }: DocumentStatusProps) {
  const status = documentStatus(document, studioToday());
  return <Badge tone={TONES.get(status)}>{status}</Badge>;
}
