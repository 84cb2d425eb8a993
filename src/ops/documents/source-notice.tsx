import type { ReactNode } from 'react';
import type { DocumentRecord } from '#domain/documents/document-record.ts';

export interface SourceNoticeProps {
  document: Pick<DocumentRecord, 'order' | 'enquiry'>;
  /** Advice. */
  children: ReactNode;
}

/** Says that the order or enquiry of a document is another than its lines. */
export function SourceNotice({ document: { order, enquiry }, children }: SourceNoticeProps) {
  const enquired =
    enquiry?.status === 'converted'
      ? `The order made from ${enquiry.number}`
      : `Enquiry ${enquiry?.number}`;
  const source = order ? `Order ${order.number}` : enquired;
  return (
    <div role="status" className="rounded-sm bg-amber-pale px-3 py-2.5 text-sm">
      <p>{source} has changed since these lines were read from it.</p>
      {children}
    </div>
  );
}
