import { Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { studioToday } from '#domain/days.ts';
import { proposedCharges, readCharges } from '#domain/desk/desk-charges.ts';
import {
  checkedPieces,
  entryOf,
  exceptions,
  fitEntries,
  movedLines,
  withEntry,
  type LineEntry,
  type MovedLine,
} from '#domain/desk/desk-counts.ts';
import { refusedCountTexts, submitText } from '#domain/desk/desk-text.ts';
import {
  byPlace,
  leftOf,
  movedPieces,
  type DeskLine,
  type DeskStep,
  type PickList,
} from '#domain/desk/pick-list.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { useProfile } from '../kit/profile.ts';
import { CRM_ROLES, mayOpen } from '../kit/staff-roles.ts';
import { DeskCharges } from './desk-charges-panel.tsx';
import { DeskRow } from './desk-row.tsx';
import { DeskScan } from './desk-scan.tsx';
import { WaitingMovement, WaitingPhotos } from './desk-waiting.tsx';
import { MovementDay } from './movement-day.tsx';
import { NotHere } from './refused-hand-over.tsx';
import type { Printed } from './printed-desk.tsx';
import { Refused } from './refused.tsx';
import { useDeskDraft } from './use-desk-draft.ts';
import { useMovement } from './use-movement.ts';

export interface DeskFormProps {
  pick: PickList;
  step: DeskStep;
  onPrint: (printed: Printed) => void;
}

/** The pick list of a step: counts line by line, or everything in one press. */
export function DeskForm({ pick, step, onPrint }: DeskFormProps) {
  const { draft, setDraft } = useDeskDraft(step, pick.order.id);
  const movement = useMovement(pick.lines, draft, setDraft);
  const mayCharge = mayOpen(useProfile(), CRM_ROLES);
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(false);
  const [isAll, setAll] = useState(false);
  const lines = pick.lines.filter((line) => leftOf(line, step) > 0);
  const texts = pick.texts.filter(({ charge }) => charge === null);
  // why: somebody else may have moved pieces since the draft was written.
  const entries = fitEntries(lines, draft.entries, step);
  const checked = checkedPieces(lines, entries);
  const hasDamage = lines.some((line) => exceptions(entryOf(entries, line)) > 0);
  const moved = movedLines(lines, entries, step, checked === 0);
  const pieces = movedPieces(lines, moved);
  const proposed =
    step === 'return' && (hasDamage || pick.late) ? proposedCharges(pick, moved) : [];
  const money = readCharges(proposed, draft.charges);
  const day = draft.day ?? studioToday();
  const needsReason = day < studioToday() && !draft.reason?.trim();
  const change = (line: DeskLine, entry: LineEntry) => {
    setDraft({ ...draft, entries: withEntry(entries, line, step, entry) });
    movement.forgetRefusal();
  };
  const submit = (everything: boolean) => {
    setChecked(true);
    setAll(everything);
    const tooMany = form.current?.querySelector<HTMLElement>('li input[aria-invalid="true"]');
    if (tooMany) return tooMany.focus();
    const sent = movedLines(lines, entries, step, everything);
    const { charges, invalid } = readCharges(
      step === 'return' ? proposedCharges(pick, sent) : [],
      draft.charges,
    );
    if (needsReason || invalid.length > 0 || sent.length === 0) return;
    movement.send({
      step,
      id: pick.order.id,
      lines: sent,
      ...(mayCharge && { charges }),
      ...(draft.day && draft.day !== studioToday() ? { day: draft.day } : {}),
      ...(draft.reason?.trim() ? { reason: draft.reason.trim() } : {}),
    });
  };
  return (
    <form
      ref={form}
      aria-label={step === 'hand-over' ? 'Hand over' : 'Take back'}
      onSubmit={(event) => event.preventDefault()}
      // why: the movement on its way must stay what the draft says.
      inert={movement.isPending}
      // why: the focused control must not be under the sticky bars.
      className="[&_:is(button,input,a)]:scroll-mb-44"
    >
      <div className="flex items-start justify-between gap-x-3 pt-4">
        <DeskScan
          lines={lines}
          entries={entries}
          step={step}
          onScanned={(next) => setDraft({ ...draft, entries: next })}
        />
        <Button
          variant="quiet"
          aria-label="Print pick list"
          className="-mr-3.5 max-sm:px-3.5"
          onClick={() => onPrint('pick-list')}
        >
          <Printer aria-hidden size={18} />
          <span className="max-sm:hidden">Print pick list</span>
        </Button>
      </div>
      <Refused
        text="Nothing was saved: somebody else moved pieces meanwhile. The counts follow; check them and press again."
        lines={refusedCountTexts(pick.lines, movement.refused, (line) => leftOf(line, step))}
      />
      <NotHere
        away={movement.away}
        reason={draft.reason ?? ''}
        onReason={(reason) => setDraft({ ...draft, reason })}
        onAnyway={movement.send}
      />
      {byPlace(lines).map((group) => (
        <section key={group.place ?? ''} aria-label={group.place ?? 'No place'} className="mt-4">
          <h2 className="sticky top-14 z-10 border-b border-rule bg-paper py-1.5 text-xs font-semibold text-ink-quiet">
            {group.place ?? 'No place'}
          </h2>
          <ul className="divide-y divide-rule">
            {group.lines.map((line) => (
              <DeskRow
                key={`${line.line}:${line.item}`}
                line={line}
                entry={entryOf(entries, line)}
                step={step}
                orderId={pick.order.id}
                onChange={(entry) => change(line, entry)}
              />
            ))}
          </ul>
        </section>
      ))}
      {texts.length > 0 && (
        <p className="mt-4 text-sm text-ink-quiet">
          Also on the order:{' '}
          {texts
            .map((text) =>
              text.quantity === 1 ? text.description : `${text.description} × ${text.quantity}`,
            )
            .join(' · ')}
        </p>
      )}
      <MovementDay
        draft={draft}
        step={step}
        error={isChecked && needsReason ? 'Say why it is entered for an earlier day.' : undefined}
        onChange={setDraft}
      />
      {!mayCharge &&
        step === 'return' &&
        (hasDamage || lines.some((line) => line.late_days > 0)) && (
          <p className="mt-4 text-sm text-ink-quiet">
            The office decides about charges for what is late, damaged or missing.
          </p>
        )}
      {proposed.length > 0 && (
        <DeskCharges
          proposed={proposed}
          entries={draft.charges}
          invalid={isChecked ? money.invalid : []}
          onChange={(charges) => setDraft({ ...draft, charges })}
        />
      )}
      <div
        data-action-bar
        className="sticky bottom-(--bottom-bar,0px) z-20 -mx-4 mt-6 border-t border-rule bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:px-0"
      >
        <WaitingMovement isPending={movement.isPending} isFailing={movement.isFailing} />
        <WaitingPhotos />
        <p role="status" className="mb-2 text-sm text-ink-quiet tabular-nums empty:hidden">
          {summary(lines, moved, money.total)}
        </p>
        <div className="flex gap-2">
          <Button
            size="lg"
            className="min-w-0 shrink grow px-4 sm:grow-0 sm:px-7"
            busy={movement.isPending}
            onClick={() => submit(checked === 0)}
          >
            {movement.isPending && (checked > 0 || isAll)
              ? 'saving...'
              : submitText(step, checked === 0 ? 'everything' : pieces)}
          </Button>
          {checked > 0 && (
            <Button
              size="lg"
              variant="secondary"
              className="px-4 sm:px-7"
              onClick={() => submit(true)}
            >
              Everything
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

function summary(
  lines: readonly DeskLine[],
  moved: readonly MovedLine[],
  charged: number,
): string | undefined {
  const of = (condition: 'damaged' | 'missing') =>
    movedPieces(
      lines,
      moved.filter((one) => one.condition === condition),
    );
  const parts = [
    counted(movedPieces(lines, moved), 'piece', 'pieces'),
    of('damaged') > 0 && `${of('damaged')} damaged`,
    of('missing') > 0 && `${of('missing')} missing`,
    charged > 0 && `charges ${formatTotal(charged)}`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
