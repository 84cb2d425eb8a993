import { useState } from 'react';
import type { TaxClass } from '#domain/documents/tax-classes.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { TaxClassForm } from './tax-class-form.tsx';

/** The current tax classes, each with its form. */
export function TaxClassList({ classes }: { classes: readonly TaxClass[] }) {
  const [open, setOpen] = useState<{ taxClass: TaxClass | null } | null>(null);
  return (
    <>
      <ul aria-label="Tax classes" className="border-t border-rule text-sm">
        {classes.map((taxClass) => (
          <li
            key={taxClass.id}
            className="flex min-h-12 items-center gap-x-4 border-b border-rule py-2"
          >
            <span className="min-w-0 grow">
              <span className="block font-medium break-words">{taxClass.label}</span>
              <span className="block text-xs text-ink-quiet tabular-nums">
                SAC {taxClass.sac} ·{' '}
                {taxClass.place === 'premises'
                  ? 'supplied in the studio'
                  : 'supplied in the customer’s state'}
              </span>
            </span>
            <span className="tabular-nums">{taxClass.rate}%</span>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Change ${taxClass.label}`}
              onClick={() => setOpen({ taxClass })}
            >
              Change
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        onClick={() => setOpen({ taxClass: null })}
      >
        Add a tax class
      </Button>
      <Sheet open={open !== null} onClose={() => setOpen(null)} title="Tax class">
        {open && (
          <TaxClassForm
            key={open.taxClass?.id ?? 'new'}
            taxClass={open.taxClass}
            onSaved={() => setOpen(null)}
          />
        )}
      </Sheet>
    </>
  );
}
