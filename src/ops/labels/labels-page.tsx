import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { labelsQuery } from '#data/stock/pieces.ts';
import { labelCodes, readLabelSearch, type LabelSearch } from '#domain/scan/label-search.ts';
import { labelsOf, SHEET_PLACES } from '#domain/scan/label-sheets.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { SelectField } from '#ui/field.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { useProfile } from '../kit/profile.ts';
import { ReadFailure } from '../kit/read-failure.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { INVENTORY_ROLES, mayOpen, STAFF_ROLES } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { LabelSheets } from './label-sheet.tsx';

/** Labels of items and pieces, to print on A4 sheets or on a roll. What to print is in the address. */
export function LabelsPage() {
  return (
    <RoleGate roles={STAFF_ROLES} page="Labels">
      <Labels />
    </RoleGate>
  );
}

function Labels() {
  const search = readLabelSearch(useSearch({ strict: false }));
  const codes = labelCodes(search);
  const profile = useProfile();
  const navigate = useNavigate();
  const change = (next: LabelSearch) =>
    void navigate({ to: '/ops/labels', search: readLabelSearch({ ...next }), replace: true });
  const read = useQuery({ ...labelsQuery(useStaffApi(), codes), enabled: codes.length > 0 });
  const paper = search.paper ?? 'a4';
  const labels = labelsOf(read.data ?? [], search.of === 'items');
  const missing = read.data ? codes.length - read.data.length : 0;
  return (
    <div className="pt-6">
      <h1 className="text-xl font-semibold">Labels</h1>
      {codes.length === 0 ? (
        <PageMessage
          level={2}
          title="No items are selected"
          text="Select items in a manager and press “Print labels”, or open “Pieces” of an item."
          className="mt-4"
          action={
            mayOpen(profile, INVENTORY_ROLES) && (
              <Link
                to="/ops/dashboard"
                className={buttonClass({ variant: 'secondary', size: 'sm' })}
              >
                To the managers
              </Link>
            )
          }
        />
      ) : (
        <>
          <div className="mt-4 flex flex-wrap items-start gap-x-4">
            <SelectField
              label="Paper"
              value={paper}
              onChange={({ target }) =>
                change({ ...search, paper: target.value === 'roll' ? 'roll' : 'a4' })
              }
              className="w-56 max-sm:w-full"
            >
              <option value="a4">A4 sheet, 3 × 8 labels</option>
              <option value="roll">Roll, 62 mm wide</option>
            </SelectField>
            <SelectField
              label="Labels for"
              value={search.of ?? 'pieces'}
              onChange={({ target }) => {
                const { of: _of, ...rest } = search;
                change(target.value === 'items' ? { ...rest, of: 'items' } : rest);
              }}
              className="w-72 max-sm:w-full"
            >
              <option value="pieces">Numbered pieces, else the item</option>
              <option value="items">Items only</option>
            </SelectField>
            {paper === 'a4' && (
              <SelectField
                label="First label"
                value={String(search.first ?? 1)}
                onChange={({ target }) => change({ ...search, first: Number(target.value) })}
                className="w-40 max-sm:w-full"
              >
                {SHEET_PLACES.map((place) => (
                  <option key={place} value={place}>
                    {place === 1 ? '1, a new sheet' : place}
                  </option>
                ))}
              </SelectField>
            )}
            <Button
              className="mt-[1.7rem] max-sm:mt-0 max-sm:mb-4 max-sm:w-full"
              disabled={labels.length === 0}
              onClick={() => window.print()}
            >
              <Printer aria-hidden size={16} />
              Print {counted(labels.length, 'label', 'labels')}
            </Button>
          </div>
          <p role="status" className="mb-3 text-sm text-ink-quiet">
            {missing > 0 && `${counted(missing, 'code is', 'codes are')} unknown and left out. `}
            Print at 100 %, with the printer’s margins off.
          </p>
          {read.isError && !read.data && (
            <ReadFailure level={2} title="The labels could not be loaded" read={read} />
          )}
          {read.isPending && <LoadingSkeleton blocks={['h-40 w-full', 'h-40 w-full']} />}
          {labels.length > 0 && (
            <section aria-label="Preview" className="overflow-x-clip pb-4">
              <LabelSheets labels={labels} paper={paper} first={search.first ?? 1} />
            </section>
          )}
        </>
      )}
    </div>
  );
}
