import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ledgerQuery, settleDeposit, type DepositToSettle } from '#data/money/money.ts';
import { studioToday } from '#domain/days.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/money/payment.ts';
import { formatTotal, roundRupees } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { FigureList } from './figure-list.tsx';
import { lastMethod } from './new-payment.ts';

export interface SettleDepositProps {
  ledger: Ledger;
  onEnd: () => void;
}

/** Takes what is due from the deposit: shows each step with its amount, and does all of them in one press. */
export function SettleDeposit({ ledger, onEnd }: SettleDepositProps) {
  const { order, basis, due, deposit, to_bill: toBill } = ledger;
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  const [method, setMethod] = useState<PaymentMethod>(lastMethod(ledger));
  const applied = Math.min(due, deposit.held);
  const rest = roundRupees(deposit.held - applied);
  const invoiced = basis === 'invoice' ? toBill : 0;
  const settle = useSingleMutation({
    mutationFn: (call: DepositToSettle) => settleDeposit(api, { ...call, key: keys.keyOf(call) }),
    onSuccess: ({ ledger: now }) => {
      keys.forget();
      queryClient.setQueryData(ledgerQuery(api, now.order.id).queryKey, now);
      notify.success('Taken from the deposit');
      onEnd();
      void refetch();
    },
    onError: (error) => {
      notifyFailure('Nothing was taken from the deposit', error);
      void refetch();
    },
  });
  const figures = [
    { label: 'Issue the invoice of', amount: invoiced },
    { label: 'Apply of the deposit', amount: applied },
    { label: 'Return of the deposit', amount: rest },
    { label: 'Then still due', amount: roundRupees(due - applied) },
  ];
  return (
    <section aria-label="Deposit" className="rounded-md border border-rule px-4 pt-3 pb-4">
      <h3 className="text-sm font-semibold">Take it from the deposit</h3>
      <FigureList figures={figures.filter(({ amount }) => amount > 0)} />
      {rest > 0 && (
        <div className="mt-3 max-w-60">
          <SelectField
            label="Return by"
            value={method}
            // why cast: the options are these names.
            onChange={({ target }) => setMethod(target.value as PaymentMethod)}
          >
            {Object.entries(PAYMENT_METHODS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={settle.isPending}
          onClick={() => settle.mutate({ order: order.id, due, method, day: studioToday() })}
        >
          {settle.isPending ? 'Settling...' : `Settle ${formatTotal(applied)}`}
        </Button>
        <Button variant="quiet" size="sm" disabled={settle.isPending} onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
