import { Send } from 'lucide-react';
import { useState } from 'react';
import { itemName } from '#domain/crm/crm-text.ts';
import type { RecordLine } from '#domain/crm/rental-line.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { CrewLinks } from '../../links/crew-links.tsx';

/** On the line of a crew member: opens their day sheets and calendars. Nothing for other lines. */
export function DaySheetButton({ line }: { line: RecordLine }) {
  const [isOpen, setIsOpen] = useState(false);
  const { item_type: kind, item_id: id, rental_from: from, rental_to: to } = line;
  if (kind !== 'crew' || id === null || line.code === null) return null;
  const name = itemName(line);
  return (
    <div className="sm:pl-15">
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Day sheet of ${name}`}
        className="-ml-2 px-2"
        onClick={() => setIsOpen(true)}
      >
        <Send aria-hidden size={14} />
        Day sheet
      </Button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={name}>
        <CrewLinks
          member={{ id, name }}
          days={from !== null && to !== null ? { from, to } : undefined}
        />
      </Sheet>
    </div>
  );
}
