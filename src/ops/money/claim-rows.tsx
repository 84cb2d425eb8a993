import { dismissClaim, matchClaim } from '#data/money.ts';
import { formatMoment } from '#domain/dates.ts';
import type { PaymentClaim } from '#domain/money/ledger.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { ConfirmedButton } from '../settings/fields/confirmed-button.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useRefetch } from '../shell/use-refetch.ts';
import { useSingleMutation } from '../shell/use-single-mutation.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { useMoneyAction } from './use-money-action.ts';

/** What customers say they paid, to be compared with the bank. Nothing without open claims. */
export function ClaimRows({ claims }: { claims: readonly PaymentClaim[] }) {
  if (claims.length === 0) return null;
  return (
    <section aria-label="To compare with the bank" className="rounded-md bg-amber-pale px-4 py-3">
      <h3 className="text-sm font-semibold">To compare with the bank</h3>
      <ul className="divide-y divide-amber/30 text-sm">
        {claims.map((claim) => (
          <ClaimRow key={claim.id} claim={claim} />
        ))}
      </ul>
    </section>
  );
}

function ClaimRow({ claim }: { claim: PaymentClaim }) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const match = useMoneyAction({
    send: (call: { claim: string; voucher: boolean }, key) => matchClaim(api, { ...call, key }),
    success: 'Payment recorded',
    onError: (error) => notifyFailure('The payment was not recorded', error),
  });
  const dismiss = useSingleMutation({
    mutationFn: () => dismissClaim(api, claim.id),
    onSuccess: () => notify.success('Claim dismissed'),
    onError: (error) => notifyFailure('The claim was not dismissed', error),
    onSettled: () => refetch(),
  });
  const amount = formatTotal(claim.amount);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 grow basis-56">
        <p>
          The customer says they paid <span className="font-medium tabular-nums">{amount}</span>
        </p>
        <p className="text-xs wrap-anywhere text-ink-quiet">
          UTR {claim.utr} · {formatMoment(claim.created_at)}
          {claim.document && ` · ${claim.document.number}`}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          busy={match.isPending}
          aria-label={`It arrived: ${amount}, UTR ${claim.utr}`}
          onClick={() => match.mutate({ claim: claim.id, voucher: false })}
        >
          it arrived
        </Button>
        <ConfirmedButton
          label="dismiss"
          title="Dismiss this claim?"
          text={`${amount}, UTR ${claim.utr}: nothing is recorded.`}
          variant="quiet"
          busy={dismiss.isPending}
          onConfirm={() => dismiss.mutate(undefined)}
        />
      </div>
    </li>
  );
}
