import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failure } from '#data/core/failure.ts';
import { documentQuery } from '#data/documents/documents.ts';
import { isDrafted } from '#domain/documents/document-kinds.ts';
import { buttonClass } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { CRM_ROLES } from '../kit/staff-roles.ts';
import { StaleNotice } from '../kit/stale-notice.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { DocumentEditor } from './document-editor.tsx';
import { FixedDocument } from './fixed-document.tsx';

/** One quote, invoice, credit note or voucher: the editor of a draft, or what was issued. */
export function DocumentPage({ id }: { id: string }) {
  return (
    <RoleGate roles={CRM_ROLES} page="Documents">
      <Document id={id} />
    </RoleGate>
  );
}

function Document({ id }: { id: string }) {
  const read = useQuery(documentQuery(useStaffApi(), id));
  if (!read.data) {
    if (read.error instanceof Failure && read.error.status === 404) {
      return (
        <PageMessage
          title="There is no such document"
          text="The draft may have been discarded, or the address is mistyped."
          action={
            <Link
              to="/ops/documents"
              search={{}}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              All documents
            </Link>
          }
        />
      );
    }
    return read.isError ? (
      <ReadFailure title="The document could not be loaded" read={read} />
    ) : (
      <LoadingSkeleton
        blocks={['h-8 w-64', 'h-40 w-full', 'h-64 w-full']}
        className="space-y-6 pt-6"
      />
    );
  }
  const { kind, state } = read.data;
  const isEdited = state === 'draft' && isDrafted(kind);
  return (
    <div className="pt-4">
      {read.isError && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {/* why keys: what was typed or opened belongs to one document. */}
      {isEdited ? (
        <DocumentEditor key={id} read={read.data} />
      ) : (
        <FixedDocument key={id} document={read.data} />
      )}
    </div>
  );
}
