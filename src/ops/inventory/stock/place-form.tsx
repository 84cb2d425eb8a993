import * as z from 'zod/mini';
import { setPlace } from '#data/stock/pieces.ts';
import type { StockItem } from '#data/stock/stock.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useProfile } from '../../kit/profile.ts';
import { mayOpen } from '../../kit/staff-roles.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useStockMutation } from './use-stock-mutation.ts';

const LONGEST_PLACE = 60;

const PLACE = z.object({ place: z.string().check(z.trim()) });

/** Sets where an item belongs; read only for the CRM's staff. */
export function PlaceForm({ item, place }: { item: StockItem; place: string | null }) {
  const api = useStaffApi();
  const mayChange = mayOpen(useProfile(), ['admin', 'inventory_user', 'storekeeper']);
  const { form, field } = useCheckedForm(PLACE, {
    values: { place: place ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const save = useStockMutation({
    failure: 'Error saving the place',
    save: (next: string) => setPlace(api, item, next),
    onSaved: () => {
      form.reset(form.getValues());
      notify.success('Place saved');
    },
  });
  const submit = form.handleSubmit((typed) => save.mutate(typed.place));
  return (
    <form
      noValidate
      aria-label="Place"
      onSubmit={(event) => void submit(event)}
      className="flex items-start gap-3"
    >
      <TextField
        {...field('place')}
        label="Place"
        optional
        autoComplete="off"
        maxLength={LONGEST_PLACE}
        readOnly={!mayChange}
        hint={
          mayChange
            ? 'Where it belongs, like Shelf B3. Pick lists are sorted by it.'
            : 'Set by the roles Admin, Inventory and Storekeeper.'
        }
        className="grow"
      />
      {mayChange && (
        <Button type="submit" variant="secondary" className="mt-[1.7rem]" busy={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      )}
    </form>
  );
}
