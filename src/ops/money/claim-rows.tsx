import { dismissClaim, matchClaim, type ClaimMatch } from '#data/money/money.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { entryWithReference, type Ledger, type PaymentClaim } from '#domain/money/ledger.ts';
import { formatTotal, offeredRupees } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { ConfirmedButton } from '../kit/confirmed-button.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import type { OpenPayment } from './new-payment.ts';
import { useMoneyAction } from './use-money-action.ts';

export interface ClaimRowsProps {
  ledger: Ledger;
  onOpen: OpenPayment;
}

/** Reported payments, to be compared with the bank. Nothing without open claims. */
export function ClaimRows({ ledger, onOpen }: ClaimRowsProps) {
  const open = ledger.claims.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  return (
    <section
      aria-label="To compare with the bank"
      className="rounded-md bg-amber-pale px-4 pt-3 pb-1"
    >
      <h3 className="text-sm font-semibold">To compare with the bank</h3>
      <ul className="divide-y divide-amber/30 text-sm">
        {open.map((claim) => (
          <ClaimRow key={claim.id} ledger={ledger} claim={claim} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function ClaimRow({ ledger, claim, onOpen }: ClaimRowsProps & { claim: PaymentClaim }) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const recorded = entryWithReference(ledger, claim.utr);
  const match = useMoneyAction({
    send: (call: ClaimMatch, key) => matchClaim(api, { ...call, key }),
    keys: useIdempotencyKey(),
    success: recorded ? 'Claim matched' : 'Payment recorded',
    onError: (error) => notifyFailure('The claim was not matched', error),
  });
  const dismiss = useSingleMutation({
    mutationFn: () => dismissClaim(api, claim.id),
    onSuccess: () => notify.success('Claim dismissed'),
    onError: (error) => notifyFailure('The claim was not dismissed', error),
    onSettled: () => refetch(),
  });
  const amount = formatTotal(claim.amount);
  const facts = `${amount}, UTR ${claim.utr}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 grow basis-64">
        <p>
          The customer says they paid <span className="font-medium tabular-nums">{amount}</span>
        </p>
        <p className="text-xs wrap-anywhere text-ink-quiet">
          UTR {claim.utr} · {formatMoment(claim.created_at)}
          {claim.document && (
            <>
              {' · '}
              <span className="whitespace-nowrap">{claim.document.number}</span>
            </>
          )}
        </p>
        {recorded && (
          <p className="text-xs">
            {formatTotal(recorded.amount)} with this reference was recorded on{' '}
            {formatDate(recorded.day)}.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:-ml-3.5">
        <Button
          variant="secondary"
          size="sm"
          busy={match.isPending}
          aria-label={`${recorded ? 'It is this payment' : 'It arrived'}: ${facts}`}
          className="max-sm:ml-3.5"
          onClick={() =>
            match.mutate({ claim: claim.id, ...(recorded && { payment: recorded.id }) })
          }
        >
          {recorded ? 'It is this payment' : 'It arrived'}
        </Button>
        {!recorded && onOpen && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`With other details: ${facts}`}
            onClick={() =>
              onOpen({
                claim: claim.id,
                amount: offeredRupees(claim.amount),
                method: 'upi',
                reference: claim.utr,
              })
            }
          >
            With other details
          </Button>
        )}
        <ConfirmedButton
          label="Dismiss"
          title="Dismiss this claim?"
          text={`${facts}: nothing is recorded.`}
          variant="quiet"
          busy={dismiss.isPending}
          onConfirm={() => dismiss.mutate(undefined)}
        />
      </div>
    </li>
  );
}
