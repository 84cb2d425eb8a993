import type { ExportedItem } from '#data/stock/inventory-answers.ts';
import { exportItems } from '#data/stock/inventory-bulk.ts';
import { itemCsv } from '#domain/inventory/item-csv.ts';
import { ChangesButton } from './bulk/changes-dialog.tsx';
import { ImportButton } from './import/import-dialog.tsx';
import { LookupsButton } from './lookups/lookups-dialog.tsx';
import type { ManagerContext } from './shared/manager-context.ts';
import { CsvExport } from '../kit/export/csv-export.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Bulk tools of a manager: lookups, import, export and change log. */
export function ManagerTools({ manager }: { manager: ManagerContext }) {
  return (
    <>
      <LookupsButton kind={manager.kind} />
      <ImportButton kind={manager.kind} />
      <ItemsExport manager={manager} />
      <ChangesButton kind={manager.kind} />
    </>
  );
}

/** Exports the searched and filtered list of items as CSV. */
function ItemsExport({ manager }: { manager: ManagerContext }) {
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
