import { DateField } from '#dates/date-field.tsx';
import { addDays, studioToday } from '#domain/days.ts';
import { tooManyText } from '#domain/desk/desk-text.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { TextField } from '#ui/field.tsx';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';
import { LinePhotos, type ReturnedLineProps } from './line-photos.tsx';

/** Missing and damaged pieces of a returned line, with a note and photos. */
export function LineCondition({ line, entry, orderId, onChange }: ReturnedLineProps) {
  const { missing = 0, damaged = 0 } = entry;
  return (
    <div className="mt-2 space-y-2 pl-15 max-sm:pl-0">
      {line.out > 1 && (missing > 0 || damaged > 0) && (
        <div className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {missing > 0 && (
            <div className="flex flex-wrap items-center gap-2">
              Missing
              <QuantityStepper
                read={readQuantity}
                label={`Missing pieces of ${line.name}`}
                value={missing}
                min={0}
                max={line.out - damaged}
                tooMany={tooManyText('return', line.out - damaged)}
                onChange={(next) => onChange({ missing: next })}
              />
            </div>
          )}
          {damaged > 0 && (
            <div className="flex flex-wrap items-center gap-2">
              Damaged
              <QuantityStepper
                read={readQuantity}
                label={`Damaged pieces of ${line.name}`}
                value={damaged}
                min={0}
                max={line.out - missing}
                tooMany={tooManyText('return', line.out - missing)}
                onChange={(next) => onChange({ damaged: next })}
              />
            </div>
          )}
        </div>
      )}
      <div className="grid gap-x-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField
          label={`Note on ${line.name}`}
          optional
          maxLength={500}
          autoComplete="off"
          value={entry.note ?? ''}
          onChange={(event) => onChange({ note: event.target.value })}
        />
        {damaged > 0 && (
          <DateField
            label="In repair until"
            optional
            min={addDays(studioToday(), 1)}
            value={entry.repair_until ?? ''}
            onChange={(event) => onChange({ repair_until: event.target.value })}
          />
        )}
      </div>
      <LinePhotos line={line} entry={entry} orderId={orderId} onChange={onChange} />
    </div>
  );
}
