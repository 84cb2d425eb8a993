import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { shortTexts } from '#domain/documents/quote-warnings.ts';
import { FIELD_LINK, focusField } from './field-ids.ts';

interface ShortQuoteLinesProps {
  document: Pick<DocumentRecord, 'short' | 'lines'>;
  /** The places of the saved lines among those on the screen; without them the lines cannot be edited. */
  places?: readonly number[];
}

/** The lines of a quote that cannot be had as quoted, each with a way to it; nothing where all are free. */
export function ShortQuoteLines({ document: { short, lines }, places }: ShortQuoteLinesProps) {
  if (short.length === 0) return null;
  return (
    <section
      role="status"
      aria-labelledby="short-title"
      className="rounded-sm bg-amber-pale px-3 py-2.5 text-sm"
    >
      <h2 id="short-title" className="font-medium">
        Not free as quoted
      </h2>
      <ul className="mt-1 space-y-1">
        {shortTexts(short, lines).map(({ position, text }) => (
          <li key={position} className="break-words">
            {places ? (
              <button
                type="button"
                className={FIELD_LINK}
                onClick={() => focusField(`lines.${places[position - 1] ?? position - 1}.quantity`)}
              >
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
