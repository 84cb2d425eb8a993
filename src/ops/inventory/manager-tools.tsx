import { ItemsExport } from './bulk/items-export.tsx';
import { ImportButton } from './import/import-dialog.tsx';
import { LookupsButton } from './lookups/lookups-dialog.tsx';
import type { ManagerPlace } from './slots.ts';

/** What a manager offers for many items at once: lists to choose from, import and export. */
export function ManagerTools({ place }: { place: ManagerPlace }) {
  return (
    <>
      <LookupsButton kind={place.kind} />
      <ImportButton kind={place.kind} />
      <ItemsExport place={place} />
    </>
  );
}
