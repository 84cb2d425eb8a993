import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FilePlus } from 'lucide-react';
import { documentsOfQuery, type DocumentSource } from '#data/documents/documents.ts';
import { DOCUMENT_FACTS, DOCUMENT_KINDS, isDrafted } from '#domain/documents/document-kinds.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyText } from '../kit/empty-text.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { DocumentCard } from './document-card.tsx';
import { useMakeDocument } from './use-make-document.ts';

export interface DocumentsOfProps {
  source: DocumentSource;
  /** Number of the order that an enquiry became: its documents are made there. */
  order?: string | undefined;
}

/** The documents of an order or enquiry, and buttons that make one from its lines. */
export function DocumentsOf({ source, order }: DocumentsOfProps) {
  const api = useStaffApi();
  const read = useQuery(documentsOfQuery(api, source));
  const make = useMakeDocument(source);
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        {order !== undefined && (
          <Link
            to="/ops/crm"
            search={{ tab: 'orders', open: order, part: 'documents' }}
            preload={false}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Documents of order {order}
          </Link>
        )}
        {(order === undefined ? DOCUMENT_KINDS : [])
          .filter(isDrafted)
          .filter((kind) => 'order' in source || !DOCUMENT_FACTS[kind].needsOrder)
          .map((kind) => (
            <Button
              key={kind}
              variant="secondary"
              size="sm"
              busy={make.isPending && make.variables === kind}
              onClick={() => make.mutate(kind)}
            >
              <FilePlus aria-hidden size={16} />
              Make {DOCUMENT_FACTS[kind].word}
            </Button>
          ))}
      </div>
      {read.isPending && <LoadingSkeleton blocks={['h-12 w-full', 'h-12 w-full']} />}
      {read.isError && !read.data && (
        <ReadFailure level={3} title="The documents could not be loaded" read={read} />
      )}
      {read.data?.length === 0 && <EmptyText>No documents yet.</EmptyText>}
      {read.data && read.data.length > 0 && (
        <ul aria-label="Documents" className="border-t border-rule">
          {read.data.map((document) => (
            <li key={document.id} className="border-b border-rule">
              <DocumentCard document={document} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
