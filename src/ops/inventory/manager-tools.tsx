import { ChangesButton } from './bulk/changes-dialog.tsx';
import { ItemsExport } from './bulk/items-export.tsx';
import { ImportButton } from './import/import-dialog.tsx';
import { LookupsButton } from './lookups/lookups-dialog.tsx';
import type { ManagerContext } from './shared/manager-context.ts';

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
