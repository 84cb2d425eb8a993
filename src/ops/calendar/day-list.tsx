import { dayText, periodText } from '#domain/availability/availability-text.ts';
import type { StudioDate } from '#domain/days.ts';
import { dayMovements, type DayMovements, type Movement } from '#domain/timeline/movements.ts';
import { weekdayText, type Period } from '#domain/timeline/periods.ts';
import type { TimelineRow } from '#domain/timeline/timeline-rows.ts';
import { barLook, barTitle, LOOK_TEXTS } from '#domain/timeline/bar-text.ts';
import { pieceCountText } from '#domain/stock/stock-text.ts';
import { classNames } from '#ui/class-names.ts';
import { BAR_LOOKS } from './bar-looks.ts';

export interface DayListProps {
  rows: readonly TimelineRow[];
  period: Period;
  today: StudioDate;
  onOpen: (movement: Movement) => void;
}

/** The days one after the other, each with its hand-overs, returns and overdue pieces: for one column. */
export function DayList({ rows, period, today, onOpen }: DayListProps) {
  const days = dayMovements(rows, period, today);
  const isOneDay = period.days === 1;
  const listed = days.filter(
    (day) =>
      isOneDay ||
      day.day === today ||
      [day.goingOut, day.comingBack, day.overdue, day.short].some(({ length }) => length > 0),
  );
  return (
    <div className="space-y-6">
      {listed.map((day) => (
        <section key={day.day} aria-label={dayText(day.day)}>
          <h2
            className={classNames(
              'sticky top-14 z-10 border-b border-rule-strong bg-paper py-1.5 text-sm font-semibold',
              isOneDay && 'sr-only',
            )}
          >
            {weekdayText(day.day)} {dayText(day.day)}
            {day.day === today && <span className="font-normal text-red"> · today</span>}
          </h2>
          <DayGroups day={day} isOneDay={isOneDay} onOpen={onOpen} />
        </section>
      ))}
    </div>
  );
}

function DayGroups(props: {
  day: DayMovements;
  isOneDay: boolean;
  onOpen: (movement: Movement) => void;
}) {
  const { day, isOneDay, onOpen } = props;
  const groups: [title: string, movements: readonly Movement[]][] = [
    ['Overdue', day.overdue],
    ['Going out', day.goingOut],
    ['Coming back', day.comingBack],
  ];
  if (isOneDay) {
    const ofKind = (...kinds: string[]) => day.others.filter(({ bar }) => kinds.includes(bar.kind));
    groups.push(['In use', ofKind('rental', 'hold')]);
    groups.push(['Out of service', ofKind('out_of_service')]);
    groups.push(['Hired in', ofKind('sub_rental')]);
  }
  const shown = groups.filter(([, movements]) => movements.length > 0);
  return (
    <>
      {day.short.length > 0 && (
        <p className="mt-2 rounded-sm bg-red-pale px-3 py-2 text-sm text-red">
          A piece is missing: {day.short.map(({ name, code }) => name ?? code).join(', ')}.
        </p>
      )}
      {shown.length === 0 && (
        <p className="py-3 text-sm text-ink-quiet">Nothing goes out or comes back.</p>
      )}
      <div className={isOneDay ? 'grid items-start gap-x-8 lg:grid-cols-2' : ''}>
        {shown.map(([title, movements]) => (
          <div key={title}>
            <h3 className="pt-3 pb-1 text-xs text-ink-quiet">
              {title} · {movements.length}
            </h3>
            <ul className="divide-y divide-rule rounded-sm border border-rule bg-surface">
              {movements.map((movement) => (
                <li key={`${movement.bar.id} ${movement.row.id}`}>
                  <MovementButton movement={movement} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  );
}

function MovementButton(props: { movement: Movement; onOpen: (movement: Movement) => void }) {
  const { row, bar } = props.movement;
  const look = barLook(bar);
  const isOrder = row.type === 'order' || row.type === 'enquiry';
  return (
    <button
      type="button"
      onClick={() => props.onOpen(props.movement)}
      className="grid min-h-12 w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1.5 text-left text-xs text-ink-quiet hover:bg-paper"
    >
      <span
        aria-hidden
        className={`row-span-2 h-full min-h-8 w-1.5 rounded-xs ${BAR_LOOKS[look]}`}
      />
      <span className="text-sm font-medium break-words text-ink">
        {isOrder ? barTitle(bar) : (row.name ?? row.code)}{' '}
      </span>
      <span className="self-start pt-0.5 text-right tabular-nums">{periodText(bar)} </span>
      <span className="truncate">
        {isOrder
          ? pieceCountText(bar.quantity)
          : `${pieceCountText(bar.quantity)} · ${bar.reason ?? barTitle(bar)}`}{' '}
      </span>
      <span className={look === 'overdue' ? 'text-right text-red' : 'text-right'}>
        {LOOK_TEXTS[look]}
      </span>
    </button>
  );
}
