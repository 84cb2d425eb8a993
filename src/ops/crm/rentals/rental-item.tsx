import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { itemName } from '#domain/crm/crm-text.ts';
import type { RecordLine, RentalLine } from '#domain/crm/rental-line.ts';
import { MANAGER_PATHS } from '../../kit/manager-paths.ts';
import { Thumbnail } from '../../kit/thumbnail.tsx';

const PICTURE = 'h-9 w-12 shrink-0 rounded-sm';

/**
 * The item of a line: picture, name and code. The name links to its inventory manager; an item in the
 * catalogue also links to its page. Lines of list rows have no picture.
 */
export function RentalItem({ line }: { line: RentalLine | RecordLine }) {
  const { code, item_type: kind } = line;
  const name = itemName(line);
  const known = 'image' in line ? line : null;
  const page =
    known?.active && known.slug !== null && code !== null && kind !== null
      ? itemPath(kind, { slug: known.slug, code })
      : null;
  return (
    <span className="flex items-center gap-3">
      {known ? (
        <Thumbnail
          url={known.image ?? undefined}
          widths={[80, 160]}
          sizes="48px"
          className={PICTURE}
        />
      ) : (
        <span aria-hidden className={`${PICTURE} bg-paper-deep`} />
      )}
      <span className="min-w-0">
        {code === null || kind === null ? (
          name
        ) : (
          <Link
            to={MANAGER_PATHS[kind]}
            search={{ edit: code }}
            preload={false}
            className="inline-block py-0.5 text-teal hover:underline max-sm:-my-2.5 max-sm:py-3"
          >
            {name}
          </Link>
        )}
        {code !== null && <span className="block text-xs text-ink-quiet tabular-nums">{code}</span>}
      </span>
      {page !== null && (
        <a
          href={page}
          target="_blank"
          rel="noreferrer"
          aria-label={`Page of ${name}`}
          title="Page in the catalogue"
          className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-quiet hover:text-teal max-sm:-mr-3 max-sm:ml-auto max-sm:size-11"
        >
          <ExternalLink aria-hidden size={14} />
        </a>
      )}
    </span>
  );
}
