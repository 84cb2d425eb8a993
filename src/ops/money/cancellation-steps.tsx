import { Circle, CircleCheck, CircleDashed } from 'lucide-react';
import { cancellationSteps, type CancellationStep } from '#domain/money/cancellation.ts';
import { formatTotal } from '#domain/money.ts';
import { classNames } from '#ui/class-names.ts';
import { CancellationStepActions, type CancellationStepsProps } from './cancellation-actions.tsx';

const TITLES: Readonly<Record<CancellationStep['kind'], Record<'done' | 'open', string>>> = {
  credit: { open: 'Credit what was billed', done: 'Credited' },
  retained: { open: 'Invoice what the studio retains', done: 'Invoiced' },
  refund: { open: 'Refund the customer', done: 'Refunded' },
  deposit: { open: 'Return the deposit', done: 'Deposit returned' },
};

const MARKS = {
  done: { Icon: CircleCheck, tone: 'text-green', said: 'Done: ' },
  open: { Icon: Circle, tone: 'text-ink', said: '' },
  later: { Icon: CircleDashed, tone: 'text-ink-quiet', said: 'Later: ' },
};

/** The steps that settle a cancelled order, in their order, with what is done and what comes next. */
export function CancellationSteps(props: CancellationStepsProps) {
  const { ledger, proposal } = props;
  const steps = cancellationSteps(proposal, ledger);
  const isSettled = steps.every(({ state }) => state === 'done');
  return (
    <>
      <ol aria-label="Steps" className="mt-3 border-t border-rule">
        {steps.map(({ kind, state, amount }) => {
          const { Icon, tone, said } = MARKS[state];
          return (
            <li key={kind} className="flex gap-3 border-b border-rule py-2.5 text-sm last:border-0">
              <Icon aria-hidden size={18} className={classNames('mt-0.5 shrink-0', tone)} />
              <div className="min-w-0 grow space-y-2">
                <p
                  className={classNames(
                    'flex justify-between gap-4',
                    state !== 'open' && 'text-ink-quiet',
                  )}
                >
                  <span>
                    <span className="sr-only">{said}</span>
                    {TITLES[kind][state === 'done' ? 'done' : 'open']}
                    {state === 'later' && ', after the credit note'}
                  </span>
                  <span className="shrink-0 tabular-nums">{formatTotal(amount)}</span>
                </p>
                {state === 'open' && <CancellationStepActions {...props} kind={kind} />}
              </div>
            </li>
          );
        })}
      </ol>
      {isSettled && <p className="mt-2 text-sm text-green">Settled by the policy.</p>}
    </>
  );
}
