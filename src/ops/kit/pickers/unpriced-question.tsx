import { useState, type ReactNode } from 'react';
import { unpricedText } from '#domain/crm/unpriced-items.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

/** The question before what has no price enters an order. */
export interface UnpricedQuestion {
  /** Goes on at once, or asks where a price is ₹0. What was agreed to is not asked about again. */
  ask: (
    entering: readonly { id: string; name: string; price: number }[],
    onAgreed: () => void,
  ) => void;
  dialog: ReactNode;
}

/** Title and buttons of the question. */
interface Words {
  title: string;
  leave: string;
  agree: string;
}

const ONE_ITEM: Words = {
  title: 'Put it in without a price?',
  leave: 'leave it out',
  agree: 'put it in at ₹0',
};

/** Asks about what costs ₹0, wherever staff put it into an order. */
export function useUnpricedQuestion(words = ONE_ITEM): UnpricedQuestion {
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<{ ids: string[]; text: string; go: () => void } | null>(null);
  const leave = () => setAsked(null);
  return {
    ask: (entering, go) => {
      const unasked = entering.filter(({ id }) => !agreed.includes(id));
      const text = unpricedText(unasked);
      if (text === '') go();
      else setAsked({ ids: unasked.map(({ id }) => id), text, go });
    },
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        title={words.title}
        text={`${asked?.text ?? ''} Nothing is charged for a line until it has a price.`}
        onCancel={leave}
      >
        <Button onClick={leave}>{words.leave}</Button>
        <Button
          variant="secondary"
          onClick={() => {
            if (asked) setAgreed([...agreed, ...asked.ids]);
            leave();
            asked?.go();
          }}
        >
          {words.agree}
        </Button>
      </ConfirmDialog>
    ),
  };
}
