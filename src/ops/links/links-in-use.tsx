import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SharedLink } from '#data/desk/link-answers.ts';
import { sharedLinksQuery } from '#data/desk/links.ts';
import { dayText } from '#domain/availability/availability-text.ts';
import { Button } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { RevokeDialog } from './revoke-dialog.tsx';

/** The valid links of everybody or of one person: who made each, when it was opened last, and a button that ends it. */
export function LinksInUse({ person }: { person?: string }) {
  const read = useQuery(sharedLinksQuery(useStaffApi(), person));
  const [revoking, setRevoking] = useState<SharedLink>();
  if (read.isPending) return <LoadingSkeleton blocks={['h-12 w-full', 'h-12 w-full']} />;
  if (!read.data) {
    return <ReadFailure level={3} title="The links could not be loaded" read={read} />;
  }
  if (read.data.length === 0) {
    return <PageMessage level={3} title="No links yet" text="Make the first one above." />;
  }
  return (
    <>
      <ul aria-label="Links in use" className="border-t border-rule">
        {read.data.map((link) => (
          <li
            key={link.id}
            className="flex min-h-14 items-center gap-3 border-b border-rule py-2 text-sm"
          >
            <div className="min-w-0 grow">
              <p className="break-words">{linkName(link)}</p>
              <p className="text-xs text-ink-quiet">
                {link.last_opened ? `Last opened ${dayText(link.last_opened)}` : 'Not opened yet'}
                {link.created_by && ` · made by ${link.created_by}`}
              </p>
            </div>
            <Button
              variant="danger"
              size="sm"
              aria-label={`Revoke ${linkName(link)}`}
              onClick={() => setRevoking(link)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <RevokeDialog
        link={revoking && { id: revoking.id, name: linkName(revoking) }}
        onClose={() => setRevoking(undefined)}
      />
    </>
  );
}

/** `Calendar of Asha`, `Day sheet of Ravi, 14 Nov`. */
function linkName({ kind, subject, name, day }: SharedLink): string {
  if (kind === 'day_sheet') return `Day sheet of ${name ?? 'crew'}, ${day ? dayText(day) : ''}`;
  return subject === 'studio' ? 'Calendar of the studio' : `Calendar of ${name ?? 'User'}`;
}
