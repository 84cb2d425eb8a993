import { useState, type FormEvent } from 'react';
import { setPlace } from '#data/pieces.ts';
import type { StockItem } from '#data/stock.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useProfile } from '../../shell/profile.ts';
import { useStaffApi } from '../../use-staff-api.ts';
import { useStockMutation } from './use-stock-mutation.ts';

const LONGEST_PLACE = 60;

/** Sets where an item belongs; read only for the CRM's staff. */
export function PlaceForm({ item, place }: { item: StockItem; place: string | null }) {
  const api = useStaffApi();
  const role = useProfile()?.role;
  const mayChange = role === 'admin' || role === 'inventory_user';
  const [typed, setTyped] = useState<string>();
  const value = typed ?? place ?? '';
  const save = useStockMutation({
    failure: 'Error saving the place',
    save: (next: string) => setPlace(api, item, next),
    onSaved: () => {
      setTyped(undefined);
      notify.success('Place saved');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(value.trim());
  };
  return (
    <form noValidate aria-label="Place" onSubmit={submit} className="flex items-start gap-3">
      <TextField
        label="Place"
        optional
        autoComplete="off"
        maxLength={LONGEST_PLACE}
        readOnly={!mayChange}
        value={value}
        hint={
          mayChange
            ? 'Where it belongs, like Shelf B3. Pick lists are sorted by it.'
            : 'Set by the roles Admin and Inventory.'
        }
        onChange={(event) => setTyped(event.target.value)}
        className="grow"
      />
      {mayChange && (
        <Button type="submit" variant="secondary" className="mt-[1.7rem]" busy={save.isPending}>
          {save.isPending ? 'saving...' : 'save'}
        </Button>
      )}
    </form>
  );
}
