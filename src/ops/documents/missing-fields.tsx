import { Link } from '@tanstack/react-router';
import type { MissingField } from '#domain/documents/document-record.ts';
import { FIELD_LINK, focusField } from './field-ids.ts';

/** Whether it is a field of the studio's own settings: `identity.legal_name`. */
export const isOfStudio = ({ field }: MissingField): boolean =>
  /^(studio|identity|documents)\b/.test(field);

export interface MissingFieldsProps {
  missing: readonly MissingField[];
  /** The places of the saved lines among those on the screen. */
  places: readonly number[];
}

/** Focuses the control of what is missing. @returns whether there is one */
export function focusMissing({ field, index }: MissingField, places: readonly number[]): boolean {
  return focusField(index === undefined ? field : `lines.${places[index] ?? index}.sac`);
}

/** Lists the facts and decisions that a document lacks for being issued, each with a way to it. */
export function MissingFields({ missing, places }: MissingFieldsProps) {
  if (missing.length === 0) return null;
  return (
    <section aria-label="Missing" className="rounded-sm bg-amber-pale px-3 py-2.5 text-sm">
      <h2 className="font-medium">Before it can be issued</h2>
      <ul className="mt-1 space-y-1">
        {missing.map((one) => (
          <li key={`${one.field} ${one.index ?? ''} ${one.text}`}>
            {isOfStudio(one) ? (
              <Link
                to="/ops/settings/studio"
                hash={one.field}
                preload={false}
                className={FIELD_LINK}
              >
                {one.text}
              </Link>
            ) : (
              <button
                type="button"
                className={FIELD_LINK}
                onClick={() => focusMissing(one, places)}
              >
                {one.index === undefined ? one.text : `Line ${one.index + 1}: ${one.text}`}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
