import { wantedText, type WantedThing } from '#domain/cart/wanted-list.ts';
import { Button } from '#ui/button.tsx';

export interface LeftLinesProps {
  lines: readonly WantedThing[];
  onSearch: (line: WantedThing) => void;
  onRemove: (line: WantedThing) => void;
}

/** Lines of a pasted list that no item was found for, until each is searched or removed. */
export function LeftLines({ lines, onSearch, onRemove }: LeftLinesProps) {
  if (lines.length === 0) return null;
  return (
    <section aria-label="Lines not found" className="mt-2">
      <h4 className="text-xs font-medium">Not found in the pasted list</h4>
      <ul className="divide-y divide-rule border-y border-rule text-sm">
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- why: lines may be equal.
          <li key={at} className="flex items-center gap-x-2 py-0.5">
            <span className="min-w-0 grow break-words">{wantedText(line)}</span>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Search ${line.text}`}
              onClick={() => onSearch(line)}
            >
              Search
            </Button>
            <Button
              variant="quiet"
              size="sm"
              className="-ml-2"
              aria-label={`Remove the line ${line.text}`}
              onClick={() => onRemove(line)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
