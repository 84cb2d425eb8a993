import { useEffect, useRef, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OpenClaim } from '#domain/money/due-list.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { StaleNotice } from '../kit/stale-notice.tsx';
import { MatchClaimSheet } from './match-claim-sheet.tsx';
import { OpenClaimRow } from './open-claim-row.tsx';

/** As many claims as the database lists at once. */
const MOST_CLAIMS = 500;

/** Reported payments of all orders, to be compared with the bank, oldest first. */
export function OpenClaims({ read }: { read: UseQueryResult<OpenClaim[]> }) {
  const [entered, setEntered] = useState<OpenClaim | null>(null);
  const [isOpen, setOpen] = useState(false);
  const enter = (claim: OpenClaim) => {
    setEntered(claim);
    setOpen(true);
  };
  const claims = read.data;
  const panel = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const count = claims?.length ?? 0;
  const [settled, setSettled] = useState<{ id: string; at: number } | null>(null);
  const followed = useRef(settled);
  // why: with its row the pressed button leaves the page, so the focus goes on to the next row, or to the empty list.
  // Not by the number of rows, as another claim may arrive at the same time.
  useEffect(() => {
    if (!settled || followed.current === settled || !claims) return;
    if (claims.some(({ id }) => id === settled.id)) return;
    followed.current = settled;
    if (document.activeElement !== document.body) return;
    const next = list.current?.children[Math.min(settled.at, claims.length - 1)];
    (next?.querySelector('button') ?? panel.current)?.focus();
  }, [claims, settled]);
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      {read.isError && claims && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {!claims && read.isError && (
        <ReadFailure level={2} title="The claims could not be loaded" read={read} />
      )}
      {!claims && read.isPending && (
        <LoadingSkeleton blocks={['h-20 w-full', 'h-20 w-full', 'h-20 w-full']} />
      )}
      {claims?.length === 0 && (
        <PageMessage
          level={2}
          title="No claims to match"
          text="Customers enter what they paid on the page of their quote or invoice; it appears here by itself."
        />
      )}
      {claims && count > 0 && (
        <>
          <p className="mb-3 max-w-4xl text-sm text-ink-quiet">
            Customers say that they paid this. Look for amount and UTR in the bank’s statement, then
            match or dismiss.
            {count === MOST_CLAIMS && ` The oldest ${MOST_CLAIMS} are listed.`}
          </p>
          <ul ref={list} aria-label="Claims" className="max-w-4xl border-t border-rule">
            {claims.map((claim, at) => (
              <OpenClaimRow
                key={claim.id}
                claim={claim}
                onEnter={enter}
                onSettled={() => setSettled({ id: claim.id, at })}
              />
            ))}
          </ul>
        </>
      )}
      {/* why the claim of the press: the list may lose it while its fields are typed. */}
      {entered?.order && (
        <MatchClaimSheet
          key={entered.id}
          claim={entered}
          order={entered.order.id}
          isOpen={isOpen}
          isGone={claims !== undefined && !claims.some(({ id }) => id === entered.id)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
