import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { printedDocumentQuery, type DocumentVersion } from '#data/documents/documents.ts';
import {
  unprintableTexts,
  type TextSource,
  type UnprintableText,
} from '#domain/documents/unprintable.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { FIELD_LINK, focusField } from './field-ids.ts';

export interface UnprintableSignsProps {
  document: DocumentVersion;
  /** The places of the saved lines among those on the screen. */
  places: readonly number[];
  /** Runs before the focus moves to a field. */
  onLeave?: () => void;
}

/**
 * The texts of a draft with signs that are printed as question marks, each with a way to where it is edited; nothing
 * where all can be printed.
 */
export function UnprintableSigns({ document, places, onLeave }: UnprintableSignsProps) {
  // why the former one meanwhile: what is read below the warning would jump with each save.
  const { data } = useQuery({
    ...printedDocumentQuery(useStaffApi(), document),
    placeholderData: keepPreviousData,
  });
  const texts = data ? unprintableTexts(data) : [];
  if (texts.length === 0) return null;
  const leadTo = (field: string) => {
    onLeave?.();
    // why in the next frame: a dialog that closes gives the focus back first.
    requestAnimationFrame(() => focusField(field));
  };
  return (
    <section
      role="status"
      aria-label="Unprintable signs"
      className="rounded-sm bg-amber-pale px-3 py-2.5 text-sm text-ink"
    >
      <p className="font-medium">These signs cannot be printed:</p>
      <ul className="mt-1 space-y-1">
        {texts.map((text) => (
          <li key={text.name} className="break-words">
            <Way text={text} places={places} onField={leadTo} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WayProps {
  text: UnprintableText;
  places: readonly number[];
  onField: (field: string) => void;
}

/** An entry of the warning: a button to its field, a link to its page, or words alone. */
function Way({ text: { name, signs, source }, places, onField }: WayProps) {
  const words = `${name}: ${signs.join(' ')}`;
  if (source === null) return words;
  if ('setting' in source) {
    return (
      <Link to="/ops/settings/studio" hash={source.setting} preload={false} className={FIELD_LINK}>
        {words} (in the studio’s settings)
      </Link>
    );
  }
  if ('customer' in source) {
    return (
      <Link
        to="/ops/customers/$number"
        params={{ number: source.customer }}
        preload={false}
        className={FIELD_LINK}
      >
        {words} (on the customer’s page)
      </Link>
    );
  }
  return (
    <button type="button" className={FIELD_LINK} onClick={() => onField(fieldOf(source, places))}>
      {words}
    </button>
  );
}

const fieldOf = (
  source: Extract<TextSource, { field: string } | { line: number }>,
  places: readonly number[],
): string =>
  'field' in source ? source.field : `lines.${places[source.line] ?? source.line}.text`;
