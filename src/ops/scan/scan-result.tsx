import { Link } from '@tanstack/react-router';
import { dayText } from '#domain/availability/availability-text.ts';
import { studioToday } from '#domain/days.ts';
import type { NextStep, ScanAnswer } from '#domain/scan/scan.ts';
import { dueText, STEP_LABELS, unknownText } from '#domain/scan/scan-text.ts';
import { pieceCountText } from '#domain/stock/stock-text.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { PiecesPanel } from '../inventory/stock/pieces-panel.tsx';
import { Thumbnail } from '../kit/thumbnail.tsx';
import { useProfile } from '../kit/profile.ts';
import { useRecordLinks } from '../kit/record-links.ts';
import { INVENTORY_ROLES, mayOpen } from '../kit/staff-roles.ts';

export interface ScanResultProps {
  code: string;
  answer: ScanAnswer;
  /** Whether the user may hand over and take back. */
  mayMove: boolean;
  onStep: (next: NextStep, quantity: number) => void;
}

/** The item or piece of a label, its place, its order, and the next step as one big button. */
export function ScanResult({ code, answer, mayMove, onStep }: ScanResultProps) {
  const { item, piece, out, next } = answer;
  const links = useRecordLinks();
  const mayEdit = mayOpen(useProfile(), INVENTORY_ROLES);
  const unknown = unknownText(code, answer);
  if (!item || unknown) {
    return (
      <>
        <p className="text-sm">{unknown}</p>
        {mayEdit && (
          <Link
            to="/ops/items"
            preload={false}
            className={`${buttonClass({ variant: 'secondary', size: 'sm' })} mt-3`}
          >
            Search the items
          </Link>
        )}
      </>
    );
  }
  const [best, ...others] = next;
  const free =
    item.free_today === null
      ? 'not counted'
      : `${item.free_today} of ${pieceCountText(item.quantity)} free today`;
  return (
    <>
      <div className="flex items-start gap-4">
        <Thumbnail
          url={item.image ?? undefined}
          widths={[160, 320]}
          sizes="96px"
          className="size-24 shrink-0 rounded-md"
        />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold break-words">
            <Link
              {...links.item(item.type, item.code, 'pieces')}
              preload={false}
              className="underline-offset-2 hover:underline"
            >
              {item.name}
            </Link>
          </h2>
          <p className="text-sm text-ink-quiet tabular-nums">
            {piece?.code ?? item.code} · {free}
          </p>
          <p className="mt-1 text-base font-medium">{item.place ?? 'No place set'}</p>
          {piece?.note && <p className="text-sm">{piece.note}</p>}
          {piece?.retired && <p className="text-sm text-red">This piece is retired.</p>}
        </div>
      </div>
      {best && (
        <div className="mt-5">
          <StepButton next={best} isFirst quantity={1} onStep={onStep} />
          {!piece && best.quantity > 1 && (
            <Button
              variant="secondary"
              wide
              className="mt-2"
              onClick={() => onStep(best, best.quantity)}
            >
              {STEP_LABELS[best.step]} all {best.quantity}
            </Button>
          )}
        </div>
      )}
      {!best && mayMove && (
        <p className="mt-4 text-sm text-ink-quiet">No order waits for it, and it is not out.</p>
      )}
      {others.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-sm font-semibold">Other orders</h3>
          <ul className="space-y-2">
            {others.map((one) => (
              <li key={`${one.step} ${one.line}`}>
                <StepButton next={one} isFirst={false} quantity={1} onStep={onStep} />
              </li>
            ))}
          </ul>
        </>
      )}
      {!mayEdit && (
        <div className="mt-6">
          <PiecesPanel item={{ type: item.type, id: item.id }} />
        </div>
      )}
      {out.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-sm font-semibold">Out now</h3>
          <ul className="divide-y divide-rule border-y border-rule text-sm">
            {out.map((one) => (
              <li key={one.line} className="flex flex-wrap justify-between gap-x-3 py-2">
                <span>
                  <Link
                    {...links.order(one.order_number)}
                    preload={false}
                    className="text-teal underline underline-offset-2"
                  >
                    {one.order_number}
                  </Link>{' '}
                  {one.customer}
                </span>
                <span className="text-ink-quiet tabular-nums">
                  {pieceCountText(one.quantity)} · until {dayText(one.due)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface StepButtonProps {
  next: NextStep;
  isFirst: boolean;
  quantity: number;
  onStep: (next: NextStep, quantity: number) => void;
}

function StepButton({ next, isFirst, quantity, onStep }: StepButtonProps) {
  return (
    <Button
      size="lg"
      wide
      variant={isFirst ? 'primary' : 'secondary'}
      className="h-auto min-h-16 flex-col gap-0 py-2 whitespace-normal"
      onClick={() => onStep(next, quantity)}
    >
      <span>
        {STEP_LABELS[next.step]} · {next.order_number}
      </span>
      <span className="text-sm font-normal">
        {next.customer ? `${next.customer} · ` : ''}
        {dueText(next, studioToday())}
      </span>
    </Button>
  );
}
