import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SentMovement } from '#data/desk/desk.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Refused } from './refused.tsx';

/** A hand-over that was refused because pieces are not in the studio. */
export interface AwayMovement {
  movement: SentMovement;
  /** Where the pieces are, a sentence for each item. */
  texts: readonly string[];
  /** Numbers of the orders that have them. */
  orders: readonly string[];
}

export interface NotHereProps {
  away: AwayMovement | null;
  reason: string;
  onReason: (reason: string) => void;
  /** Sends the same movement once more, although the pieces are not here. */
  onAnyway: (movement: Omit<SentMovement, 'key'>) => void;
}

/** Where the pieces of a refused hand-over are, and handing them over anyway, with a reason. */
export function NotHere({ away, reason, onReason, onAnyway }: NotHereProps) {
  const [isChecked, setChecked] = useState(false);
  if (!away) return null;
  const given = reason.trim();
  return (
    <Refused
      text="Nothing was handed over: not all of these pieces are here. Take them back first, choose another item, or hand over the rest."
      lines={away.texts}
    >
      <p className="flex flex-wrap gap-x-4 empty:hidden">
        {away.orders.map((order) => (
          <Link
            key={order}
            to="/ops/today"
            search={{ order, desk: 'return' }}
            preload={false}
            className="inline-flex min-h-11 items-center text-teal hover:underline sm:min-h-8"
          >
            Take back {order}
          </Link>
        ))}
      </p>
      <div className="mt-1 flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-64">
          <TextField
            label="Reason to hand over anyway"
            hint="They show as a conflict until the records are right."
            maxLength={500}
            autoComplete="off"
            value={reason}
            error={
              isChecked && !given ? 'Say why they leave although they are not here.' : undefined
            }
            onChange={(event) => onReason(event.target.value)}
          />
        </div>
        <Button
          variant="secondary"
          onClick={() => {
            setChecked(true);
            if (given) onAnyway({ ...away.movement, reason: given, anyway: true });
          }}
        >
          Hand over anyway
        </Button>
      </div>
    </Refused>
  );
}
