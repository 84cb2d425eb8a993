import { useQueryClient } from '@tanstack/react-query';
import { taxClassesQuery } from '#data/documents/documents.ts';
import { setKindTax } from '#data/documents/tax-classes.ts';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import type { TaxClasses, TaxedKind } from '#domain/documents/tax-classes.ts';
import { SelectField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { KIND_TITLES } from '../../kit/kind-titles.ts';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

const KINDS: readonly TaxedKind[] = [...ITEM_KINDS, 'other'];

/** Selects the tax class of each kind; each selection is saved at once. */
export function KindTaxes({ taxes }: { taxes: TaxClasses }) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const save = useSingleMutation({
    mutationFn: (call: { kind: TaxedKind; tax_class: string }) => setKindTax(api, call),
    onSuccess: (saved) => {
      queryClient.setQueryData(taxClassesQuery(api).queryKey, saved);
      notify.success('Tax class set');
    },
    onError: (error) => notifyFailure('Tax class not set', error),
  });
  const shown = (kind: TaxedKind) =>
    (save.isPending && save.variables.kind === kind && save.variables.tax_class) ||
    taxes.kinds[kind] ||
    '';
  return (
    <div className="grid gap-x-6 sm:grid-cols-2">
      {KINDS.map((kind) => (
        <SelectField
          key={kind}
          label={kind === 'other' ? 'Text lines and charges' : KIND_TITLES[kind]}
          value={shown(kind)}
          onChange={(event) => save.mutate({ kind, tax_class: event.target.value })}
        >
          {taxes.kinds[kind] === null && <option value="">none</option>}
          {taxes.classes.map(({ id, label, rate }) => (
            <option key={id} value={id}>
              {label} · {rate}%
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  );
}
