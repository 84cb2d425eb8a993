import type { ReactNode } from 'react';
import type { DocumentRecord } from '#domain/documents/document-record.ts';

export interface SourceNoticeProps {
  document: Pick<DocumentRecord, 'order' | 'enquiry'>;
  /** Advice. */
  children: ReactNode;
}

/** Says that the order or enquiry of a document has changed since its lines were read. */
export function SourceNotice({ document: { order, enquiry }, children }: SourceNoticeProps) {
  const source = order ? `Order ${order.number}` : `Enquiry ${enquiry?.number}`;
  return (
    <div role="status" className="rounded-sm bg-amber-pale px-3 py-2.5 text-sm">
      <p>{source} has changed since these lines were read from it.</p>
      {children}
    </div>
  );
}
