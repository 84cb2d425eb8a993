import { Link } from '@tanstack/react-router';
import { dismissClaim, matchClaim, type ClaimMatch } from '#data/money/money.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { claimStep, type ClaimStep } from '#domain/money/claim-step.ts';
import type { OpenClaim } from '#domain/money/due-list.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { DocumentPageLink } from '../documents/document-link.tsx';
import { ConfirmedButton } from '../kit/confirmed-button.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { OrderMoneyLink } from './order-money-link.tsx';
import { useMoneyAction } from './use-money-action.ts';

export interface OpenClaimRowProps {
  claim: OpenClaim;
  /** Opens the fields of the payment. */
  onEnter: (claim: OpenClaim) => void;
  /** It was matched or dismissed here. */
  onSettled: () => void;
}

const LINK = 'text-teal underline underline-offset-2 hover:text-teal-deep';
const NUMBER = `${LINK} whitespace-nowrap tabular-nums`;

/** A claim with what to do about it: one press where amount and reference fit. */
export function OpenClaimRow(props: OpenClaimRowProps) {
  const { claim } = props;
  const { customer, order, document, utr, created_at } = claim;
  const step = claimStep(claim);
  const amount = formatTotal(claim.amount);
  return (
    <li
      aria-label={`${amount}, UTR ${utr}`}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-rule py-3 text-sm"
    >
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium tabular-nums">{amount}</span>
          <span className="wrap-anywhere tabular-nums">UTR {utr}</span>
        </p>
        <p className="mt-0.5 wrap-anywhere">
          <Link
            to="/ops/customers/$number"
            params={{ number: customer.number }}
            preload={false}
            className={LINK}
          >
            {customer.name ?? customer.number}
          </Link>
          {order && (
            <>
              {' · '}
              <OrderMoneyLink order={order.number} className={NUMBER}>
                {order.number}
              </OrderMoneyLink>
              <span className="whitespace-nowrap tabular-nums">
                {order.due > 0 ? `, ${formatTotal(order.due)} due` : ', paid'}
              </span>
            </>
          )}
        </p>
        <p className="mt-0.5 text-xs wrap-anywhere text-ink-quiet tabular-nums">
          Entered {formatMoment(created_at)}
          {document && (
            <>
              {' on '}
              <DocumentPageLink id={document.id} className={NUMBER}>
                {document.number}
              </DocumentPageLink>
            </>
          )}
        </p>
        {'reason' in step && <p className="mt-1 wrap-anywhere">{step.reason}</p>}
      </div>
      <ClaimButtons {...props} step={step} />
    </li>
  );
}

function ClaimButtons(props: OpenClaimRowProps & { step: ClaimStep }) {
  const { claim, step, onEnter, onSettled } = props;
  const api = useStaffApi();
  const refetch = useRefetch();
  const { id, utr, same_reference: same } = claim;
  const title = `${formatTotal(claim.amount)}, UTR ${utr}`;
  const match = useMoneyAction({
    send: (call: ClaimMatch, key) => matchClaim(api, { ...call, key }),
    keys: useIdempotencyKey(),
    success: 'Claim matched',
    onDone: onSettled,
    onError: (error) => notifyFailure('The claim was not matched', error),
  });
  const dismiss = useSingleMutation({
    mutationFn: () => dismissClaim(api, id),
    onSuccess: () => {
      onSettled();
      notify.success('Claim dismissed');
    },
    onError: (error) => notifyFailure('The claim was not dismissed', error),
    onSettled: () => refetch(),
  });
  return (
    <div className="flex flex-wrap gap-2">
      {step.step === 'record' && (
        <Button
          size="sm"
          busy={match.isPending}
          aria-label={`It arrived: ${title}`}
          onClick={() => match.mutate({ claim: id })}
        >
          It arrived
        </Button>
      )}
      {step.step === 'link' && (
        <Button
          size="sm"
          busy={match.isPending}
          onClick={() => match.mutate({ claim: id, payment: step.payment })}
        >
          It is the payment of {same && formatDate(same.day)}
        </Button>
      )}
      {(step.step === 'record' || step.step === 'fields') && (
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          aria-label={`With other details: ${title}`}
          onClick={() => onEnter(claim)}
        >
          With other details
        </Button>
      )}
      <ConfirmedButton
        label="Dismiss"
        name={`Dismiss: ${title}`}
        title="Dismiss this claim?"
        text={`${title}: nothing is recorded, and the claim leaves this list.`}
        variant="quiet"
        busy={dismiss.isPending}
        onConfirm={() => dismiss.mutate(undefined)}
      />
    </div>
  );
}
