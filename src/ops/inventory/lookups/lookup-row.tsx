import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LookupValue, LookupUse } from '#data/stock/inventory-answers.ts';
import { changeLookupValue, removeLookupValue, type LookupEntry } from '#data/stock/lookups.ts';
import type { LookupSource } from '#domain/inventory/inventory-kind.ts';
import { lookupNameProblem } from '#domain/inventory/lookup-name.ts';
import { Button } from '#ui/button.tsx';
import { Swatch } from '#ui/checkbox-list.tsx';
import { formatCount } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { AllActivityLink } from '../../kit/all-activity-link.tsx';
import { NameForm } from './name-form.tsx';
import { useLookupChange } from './use-lookup-change.ts';
import { usesText } from './uses-text.ts';

export interface LookupRowProps {
  value: LookupValue;
  source: LookupSource;
  hasSwatch: boolean;
  /** Names of the other values. */
  others: readonly string[];
}

/** A value of a lookup, with buttons to rename and remove it. */
export function LookupRow({ value, source, hasSwatch, others }: LookupRowProps) {
  const api = useStaffApi();
  const [changing, setChanging] = useState(false);
  const [uses, setUses] = useState<readonly LookupUse[]>([]);
  const change = useLookupChange(
    (entry: LookupEntry) => changeLookupValue(api, source, value.id, entry),
    `Error changing ${value.label}`,
  );
  const remove = useLookupChange(
    () => removeLookupValue(api, source, value.id),
    `Error removing ${value.label}`,
  );
  if (changing) {
    return (
      <li className="py-2">
        <NameForm
          label="New name"
          start={value.label}
          submit="Save"
          busy={change.isPending}
          problemOf={(name) => lookupNameProblem(name, others)}
          onCancel={() => setChanging(false)}
          swatch={hasSwatch ? value.hex : undefined}
          onSubmit={(entry) =>
            change.mutate(entry, {
              onSuccess: () => {
                notify.success(`${entry.label} saved`);
                setChanging(false);
              },
            })
          }
        />
        <AllActivityLink search={{ about: `list:${value.id}` }} />
      </li>
    );
  }
  const press = () => {
    remove.mutate(undefined, {
      onSuccess: (found) => {
        setUses(found);
        if (found.length === 0) notify.success(`${value.label} removed`);
      },
    });
  };
  return (
    <li className="py-1 text-sm">
      <div className="flex items-center gap-2">
        {hasSwatch && <Swatch colour={value.hex} />}
        <span className="min-w-0 grow wrap-anywhere">{value.label}</span>
        <span className="shrink-0 px-2 text-xs text-ink-quiet tabular-nums">
          {value.used === 0 ? 'not used' : `${formatCount(value.used)} used`}
        </span>
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label={`Change ${value.label}`}
          onClick={() => setChanging(true)}
        >
          <Pencil aria-hidden size={16} />
        </Button>
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label={`Remove ${value.label}`}
          busy={remove.isPending}
          onClick={press}
        >
          <Trash2 aria-hidden size={16} />
        </Button>
      </div>
      <p role="alert" className="pb-2 text-red empty:hidden">
        {uses.length > 0 && `${value.label} is in use and cannot be removed: ${usesText(uses)}`}
      </p>
    </li>
  );
}
