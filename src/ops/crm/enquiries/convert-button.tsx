import type { Enquiry } from '#domain/crm/rental.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useStatusLabel } from '../../kit/status-badge.tsx';
import { ConversionSheet } from './conversion-sheet.tsx';
import { useConversion } from './use-conversion.ts';

/**
 * Converts a pending enquiry to an order and links to it, or to the order of an earlier conversion.
 * Shows the statuses it will set; asks for confirmation if dates are past, and what to do about items
 * that are not free.
 */
export function ConvertButton({ enquiry }: { enquiry: Enquiry }) {
  const conversion = useConversion(enquiry);
  const { warnings, dropWarnings, isPending, convert } = conversion;
  const order = useStatusLabel('order');
  const payment = useStatusLabel('payment');
  const sets = `order status “${order('confirmed')}” and payment status “${payment('advance_received')}”`;
  return (
    <>
      <p className="text-xs text-ink-quiet max-lg:order-last max-lg:basis-full lg:ml-auto lg:pb-2.5">
        Sets {sets}.
      </p>
      <Button size="sm" className="max-lg:ml-auto" busy={isPending} onClick={() => convert(false)}>
        {isPending ? 'Converting...' : 'Convert to Order'}
      </Button>
      <ConfirmDialog
        open={warnings.length > 0}
        title="Convert to an order all the same?"
        text={
          <>
            <ul className="space-y-1 text-ink">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
            <p className="mt-3">Makes an order with {sets}.</p>
          </>
        }
        onCancel={dropWarnings}
      >
        <Button onClick={() => convert(true)}>Convert</Button>
        <Button variant="secondary" onClick={dropWarnings}>
          Keep the enquiry
        </Button>
      </ConfirmDialog>
      <ConversionSheet
        enquiry={enquiry}
        refused={conversion.refused}
        open={conversion.isChoosing}
        choices={conversion.choices}
        onChoices={conversion.setChoices}
        sets={sets}
        isPending={isPending}
        onConvert={(choices) => convert(true, choices)}
        onClose={conversion.stopChoosing}
      />
    </>
  );
}
