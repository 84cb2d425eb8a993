import { CircleAlert, CircleCheck } from 'lucide-react';
import { periodText } from '#domain/availability/availability-text.ts';
import { itemName } from '#domain/crm/crm-text.ts';
import type { LineChoice, Solution } from '#domain/crm/conversion-choices.ts';
import { lowerTo, missingPieces, proposedDates, type ShortLine } from '#domain/crm/short-lines.ts';
import { shortItemText, takeOverText } from '#domain/crm/shortage-text.ts';
import { studioToday } from '#domain/days.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ChoiceRow } from '../lines/choice-row.tsx';
import { DatesFields, LowerFields, SubRentalFields } from './solution-fields.tsx';
import { SwapChoices } from '../lines/swap-choices.tsx';

export interface ShortLineChoicesProps {
  id: string;
  short: ShortLine;
  /** All short lines: several may be for the same item. */
  all: readonly ShortLine[];
  choice: LineChoice;
  /** The next thing to do before the choices can be sent; '' for nothing. */
  problem: string;
  /** The choices were sent, or were to be: the problem is shown. */
  isAttempted: boolean;
  now: Date;
  onChange: (choice: LineChoice) => void;
}

/**
 * One line that is short, with everything that can be done about it: another item, fewer pieces, other
 * dates, pieces hired in, leaving it out, and taking over the holds of others.
 */
export function ShortLineChoices(props: ShortLineChoicesProps) {
  const { short, all, choice, problem, now, onChange } = props;
  const { line, item } = short;
  const { solution, takeOver } = choice;
  const name = itemName(line);
  const today = studioToday(now);
  const shownProblem = props.isAttempted ? problem : '';
  const group = `solution-${line.id}`;
  const choose = (next: Solution | null) => onChange({ ...choice, solution: next });
  const dates = { from: line.rental_from ?? today, to: line.rental_to ?? today };
  const least = lowerTo(short, all);
  const proposed = proposedDates(line);
  const Icon = problem ? CircleAlert : CircleCheck;
  return (
    <fieldset
      id={props.id}
      // why: the sheet moves the focus here, and a screen reader then reads what is short.
      tabIndex={-1}
      className="min-w-0 rounded-md border border-rule text-sm tabular-nums"
    >
      <legend className="sr-only">
        {name}: {shortItemText(item)}. {shownProblem}
      </legend>
      <div className="flex items-start gap-3 px-3 py-2.5">
        <Icon
          aria-hidden
          size={18}
          className={classNames('mt-0.5 shrink-0', problem ? 'text-red' : 'text-green')}
        />
        <div className="min-w-0 grow">
          <p className="font-medium">
            {line.quantity} × {name}
          </p>
          <p className="text-ink-quiet">
            {periodText(dates)} · {shortItemText(item)}
          </p>
          {shownProblem && (
            <p aria-hidden className="text-red">
              {shownProblem}
            </p>
          )}
        </div>
        {(solution || takeOver.length > 0) && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Clear the choice for ${name}`}
            onClick={() => onChange({ takeOver: [], solution: null })}
          >
            Clear
          </Button>
        )}
      </div>
      {line.availability?.holds.map((hold) => (
        <ChoiceRow
          key={hold.enquiry_id}
          type="checkbox"
          name={group}
          checked={takeOver.includes(hold.enquiry_id)}
          onSelect={(checked) => {
            const others = takeOver.filter((id) => id !== hold.enquiry_id);
            onChange({ ...choice, takeOver: checked ? [...others, hold.enquiry_id] : others });
          }}
        >
          {takeOverText(hold, now)}
        </ChoiceRow>
      ))}
      {line.rental_from !== null && line.rental_to !== null && (
        <SwapChoices
          question={{
            kind: line.item_type,
            id: line.item_id,
            quantity: line.quantity,
            rental_from: line.rental_from,
            rental_to: line.rental_to,
          }}
          itemName={name}
          group={group}
          selected={solution?.action === 'swap' ? solution.item : null}
          onSelect={(swap) => choose({ action: 'swap', item: swap })}
        />
      )}
      {(least !== null || solution?.action === 'lower') && (
        <ChoiceRow
          type="radio"
          name={group}
          checked={solution?.action === 'lower'}
          onSelect={() => choose({ action: 'lower', quantity: least ?? 1 })}
          fields={
            solution?.action === 'lower' && (
              <LowerFields
                solution={solution}
                itemName={name}
                most={line.quantity - 1}
                onChange={choose}
              />
            )
          }
        >
          Lower to {solution?.action === 'lower' ? solution.quantity : least}
        </ChoiceRow>
      )}
      <ChoiceRow
        type="radio"
        name={group}
        checked={solution?.action === 'dates'}
        onSelect={() => choose({ action: 'dates', ...(proposed ?? dates), forAll: false })}
        fields={
          solution?.action === 'dates' && (
            <DatesFields solution={solution} itemName={name} today={today} onChange={choose} />
          )
        }
      >
        {proposed ? `Other dates: free ${periodText(proposed)}` : 'Other dates'}
      </ChoiceRow>
      <ChoiceRow
        type="radio"
        name={group}
        checked={solution?.action === 'sub_rental'}
        onSelect={() =>
          choose({ action: 'sub_rental', quantity: missingPieces(short), supplier: '' })
        }
        fields={
          solution?.action === 'sub_rental' && (
            <SubRentalFields solution={solution} itemName={name} onChange={choose} />
          )
        }
      >
        Hire in {solution?.action === 'sub_rental' ? solution.quantity : missingPieces(short)}{' '}
        (sub-rental)
      </ChoiceRow>
      <ChoiceRow
        type="radio"
        name={group}
        checked={solution?.action === 'drop'}
        onSelect={() => choose({ action: 'drop' })}
      >
        Leave out
      </ChoiceRow>
    </fieldset>
  );
}
