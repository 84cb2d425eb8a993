import type { ListedItem } from '#data/inventory.ts';
import { exportItems } from '#data/inventory-bulk.ts';
import { itemCsv } from '#domain/inventory/item-csv.ts';
import { CsvExport } from '../../shell/csv-export.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import type { ManagerPlace } from '../slots.ts';

/** Saves all items that the list shows, as it is searched and filtered, as a CSV file. */
export function ItemsExport({ place }: { place: ManagerPlace }) {
  const api = useStaffApi();
  const { kind, search } = place;
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
