import type { ExportedItem } from '#data/inventory.ts';
import { exportItems } from '#data/inventory-bulk.ts';
import { itemCsv } from '#domain/inventory/item-csv.ts';
import { CsvExport } from '../../shell/csv-export.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import type { ManagerContext } from '../shared/manager-context.ts';

/** Exports the searched and filtered list of items as CSV. */
export function ItemsExport({ manager }: { manager: ManagerContext }) {
  const api = useStaffApi();
  const { kind, search } = manager;
  return (
    <CsvExport<ExportedItem>
      source={{
        name: kind.table,
        columns: itemCsv(kind),
        readPart: (part, signal) => exportItems(api, kind, search, part, signal),
      }}
    />
  );
}
