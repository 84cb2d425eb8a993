import type { ListedItem } from '#data/inventory.ts';
import { exportItems } from '#data/inventory-bulk.ts';
import { itemCsv } from '#domain/inventory/item-csv.ts';
import { CsvExport } from '../../shell/csv-export.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import type { ManagerContext } from '../shared/manager-context.ts';

/** Saves all items that the list shows, as it is searched and filtered, as a CSV file. */
export function ItemsExport({ manager }: { manager: ManagerContext }) {
  const api = useStaffApi();
  const { kind, search } = manager;
  return (
    <CsvExport<ListedItem>
      source={{
        name: kind.table,
        columns: itemCsv(kind),
        readPart: (part, signal) => exportItems(api, kind, search, part, signal),
      }}
    />
  );
}
