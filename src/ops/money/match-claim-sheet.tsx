import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ledgerQuery } from '#data/money/money.ts';
import { studioToday } from '#domain/days.ts';
import type { OpenClaim } from '#domain/money/due-list.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import type { TypedPayment } from '#domain/money/payment-input.ts';
import { formatTotal } from '#domain/money.ts';
import { Sheet } from '#ui/sheet.tsx';
import { useStoredIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useDraft } from '../kit/drafts.ts';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** why lazy: most claims are matched by one press, without its fields. */
const PaymentForm = lazy(async () => ({
  default: (await import('./payment-form.tsx')).PaymentForm,
}));

export interface MatchClaimSheetProps {
  claim: OpenClaim;
  /** Id of its order. */
  order: string;
  isOpen: boolean;
  /** Somebody matched or dismissed it meanwhile. */
  isGone: boolean;
  onClose: () => void;
}

/** The payment that matches a claim, field by field. What was typed survives until it is recorded or cancelled. */
export function MatchClaimSheet(props: MatchClaimSheetProps) {
  const { claim, order, isOpen, isGone, onClose } = props;
  const read = useQuery(ledgerQuery(useStaffApi(), order));
  const loading = <LoadingSkeleton blocks={['h-80 w-full']} />;
  const { name, number } = claim.customer;
  return (
    <Sheet open={isOpen} onClose={onClose} title={`Claim of ${formatTotal(claim.amount)}`}>
      <p className="mb-4 text-sm wrap-anywhere text-ink-quiet tabular-nums">
        {name ?? number}, UTR {claim.utr}
        {claim.order && ` · ${claim.order.number}`}
      </p>
      {isGone && (
        <p role="status" className="mb-4 text-sm">
          This claim was matched or dismissed meanwhile.
        </p>
      )}
      {!read.data && read.isError && (
        <ReadFailure level={3} title="The money of the order could not be loaded" read={read} />
      )}
      {!read.data && !read.isError && loading}
      {read.data && (
        <Suspense fallback={loading}>
          <ClaimPayment claim={claim} ledger={read.data} onClose={onClose} />
        </Suspense>
      )}
    </Sheet>
  );
}

interface ClaimPaymentProps {
  claim: OpenClaim;
  ledger: Ledger;
  onClose: () => void;
}

function ClaimPayment({ claim, ledger, onClose }: ClaimPaymentProps) {
  const name = `claim:${claim.id}`;
  const [draft, saveDraft] = useDraft<TypedPayment>(name);
  const keys = useStoredIdempotencyKey(name);
  return (
    <PaymentForm
      ledger={ledger}
      typed={draft ?? claimedPayment(claim)}
      keys={keys}
      takesFocus
      onType={saveDraft}
      onEnd={() => {
        keys.forget();
        saveDraft(null);
        onClose();
      }}
    />
  );
}

/** The money as the customer claims it. */
const claimedPayment = ({ id, amount, utr }: OpenClaim): TypedPayment => ({
  claim: id,
  choice: 'received',
  amount: amount.toFixed(2),
  method: 'upi',
  reference: utr,
  day: studioToday(),
  note: '',
  voucher: false,
});
