import { ChangesButton } from './bulk/changes-dialog.tsx';
import { ItemsExport } from './bulk/items-export.tsx';
import { ImportButton } from './import/import-dialog.tsx';
import { LookupsButton } from './lookups/lookups-dialog.tsx';
import type { ManagerPlace } from './slots.ts';

/** A manager's tools for many items at once: lists to choose from, import, export, and the log. */
export function ManagerTools({ place }: { place: ManagerPlace }) {
  return (
    <>
      <LookupsButton kind={place.kind} />
      <ImportButton kind={place.kind} />
      <ItemsExport place={place} />
      <ChangesButton kind={place.kind} />
    </>
  );
}
