import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FilePlus } from 'lucide-react';
import { documentsOfQuery, makeDocument, type DocumentSource } from '#data/documents.ts';
import { staffKeys } from '#data/query-keys/staff.ts';
import { Button } from '#ui/button.tsx';
import { useIdempotencyKey } from '../crm/shared/use-idempotency-key.ts';
import { EmptyText } from '../crm/shared/empty-text.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { LoadingSkeleton } from '../shell/loading-skeleton.tsx';
import { ReadFailure } from '../shell/read-failure.tsx';
import { useSingleMutation } from '../shell/use-single-mutation.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { DocumentCard } from './document-card.tsx';

/** Props of {@link DocumentsOf}. */
export interface DocumentsOfProps {
  source: DocumentSource;
  /** An enquiry gets quotes only. */
  makes: readonly ('quote' | 'invoice')[];
}

const LABELS = { quote: 'Make quote', invoice: 'Make invoice' };

/** The documents of an order or enquiry, and buttons that make one from its lines. */
export function DocumentsOf({ source, makes }: DocumentsOfProps) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const keys = useIdempotencyKey();
  const read = useQuery(documentsOfQuery(api, source));
  const make = useSingleMutation({
    mutationFn: (kind: 'quote' | 'invoice') => {
      const call = { kind, ...source };
      return makeDocument(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: (document) => {
      keys.forget();
      queryClient.setQueryData(staffKeys.document(document.id), document);
      void navigate({ to: '/ops/documents/$id', params: { id: document.id } });
    },
    onError: (error) => notifyFailure('The document was not made', error),
  });
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        {makes.map((kind) => (
          <Button
            key={kind}
            variant="secondary"
            size="sm"
            busy={make.isPending && make.variables === kind}
            onClick={() => make.mutate(kind)}
          >
            <FilePlus aria-hidden size={16} />
            {LABELS[kind]}
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
