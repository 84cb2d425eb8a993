import { Link } from '@tanstack/react-router';
import type { MissingField } from '#domain/documents/document-record.ts';
import { focusField } from './field-ids.ts';

/** Fields of the studio's own settings: `identity.legal_name`. */
const OF_STUDIO = /^(studio|identity|documents)\b/;

const LINK = 'text-left text-teal underline underline-offset-2 hover:text-teal-deep max-sm:py-2.5';

/** The fields that must be filled in before a document can be issued, each with a way to it. */
export function MissingFields({ missing }: { missing: readonly MissingField[] }) {
  if (missing.length === 0) return null;
  return (
    <section aria-label="Missing" className="rounded-sm bg-amber-pale px-3 py-2.5 text-sm">
      <h2 className="font-medium">Before it can be issued</h2>
      <ul className="mt-1 space-y-1">
        {missing.map(({ field, text }) => (
          <li key={`${field} ${text}`}>
            {OF_STUDIO.test(field) ? (
              <Link to="/ops/settings/studio" preload={false} className={LINK}>
                {text}
              </Link>
            ) : (
              <button type="button" className={LINK} onClick={() => focusField(field)}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
