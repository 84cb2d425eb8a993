import { present } from '#domain/clock.ts';
import { useState } from 'react';
import { formatDate, formatDay, formatMoment } from '#domain/dates.ts';
import type { DocumentLink } from '#domain/documents/document-record.ts';
import { Button } from '#ui/button.tsx';
import { RevokeDialog } from '../links/revoke-dialog.tsx';

const isEnded = ({ revoked_at, expires_at }: DocumentLink, now: number) =>
  revoked_at !== null || Date.parse(expires_at) < now;

/** The links that were made of a document, each with a button that ends it. Nothing without links. */
export function DocumentLinks({ links }: { links: readonly DocumentLink[] }) {
  const [revoking, setRevoking] = useState<{ id: string; name: string }>();
  const [now] = useState(() => present().getTime());
  if (links.length === 0) return null;
  return (
    <section aria-label="Links" className="mt-6">
      <h2 className="mb-2 text-sm font-semibold">Links</h2>
      <ul className="border-t border-rule text-sm">
        {links.map((link) => (
          <li
            key={link.id}
            className="flex min-h-12 items-center gap-x-3 border-b border-rule py-2"
          >
            <span className="min-w-0 grow">
              <span className="block">Made {formatMoment(link.created_at)}</span>
              <span className="block text-xs text-ink-quiet">{linkText(link, now)}</span>
            </span>
            {!isEnded(link, now) && (
              <Button
                variant="danger"
                size="sm"
                aria-label={`Revoke the link made ${formatMoment(link.created_at)}`}
                onClick={() =>
                  setRevoking({
                    id: link.id,
                    name: `The link made ${formatMoment(link.created_at)}`,
                  })
                }
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      <RevokeDialog link={revoking} onClose={() => setRevoking(undefined)} />
    </section>
  );
}

function linkText(link: DocumentLink, now: number): string {
  const opened = link.last_opened
    ? `last opened ${formatDate(link.last_opened)}`
    : 'not opened yet';
  if (link.revoked_at !== null) return `Revoked ${formatDay(link.revoked_at)} · ${opened}`;
  const ends = isEnded(link, now) ? 'Ended' : 'Ends';
  return `${ends} ${formatDay(link.expires_at)} · ${opened}`;
}
