import { Link } from '@tanstack/react-router';
import { hiredText } from '#domain/desk/desk-text.ts';
import type { HiredPieces } from '#domain/desk/today.ts';
import { useRecordLinks } from '../kit/record-links.ts';
import { DueSection } from './due-section.tsx';

export interface DueHiredProps {
  hired: readonly HiredPieces[];
  total: number;
}

/** Pieces that were hired in until this day, and go back to whom they are from. */
export function DueHired({ hired, total }: DueHiredProps) {
  const links = useRecordLinks();
  return (
    <DueSection title="Hired in, to give back" total={total} shown={hired.length}>
      {hired.map((pieces) => (
        <li key={pieces.id} className="py-2 print:break-inside-avoid print:py-1">
          <Link
            {...links.item(pieces.item.type, pieces.item.code, 'calendar')}
            preload={false}
            className="group block min-h-12 py-1"
          >
            <span className="block font-medium break-words group-hover:underline">
              {pieces.quantity} × {pieces.item.name}
            </span>
            <span className="block text-sm break-words text-ink-quiet tabular-nums">
              {hiredText(pieces)}
            </span>
          </Link>
        </li>
      ))}
    </DueSection>
  );
}
