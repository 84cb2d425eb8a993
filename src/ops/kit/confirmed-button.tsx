import { useState, type ReactNode } from 'react';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

export interface ConfirmedButtonProps {
  /** Of the button, and of the button that confirms. */
  label: string;
  /** Accessible name of the button where the label is not enough; it starts with the label. */
  name?: string;
  /** The question. */
  title: string;
  /** Says what is lost. */
  text: ReactNode;
  variant?: ButtonVariant;
  busy: boolean;
  onConfirm: () => void;
}

/** A button that asks before it acts. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { label, name, title, text, variant = 'secondary', busy, onConfirm } = props;
  const [isAsking, ask] = useState(false);
  const confirm = () => {
    ask(false);
    onConfirm();
  };
  return (
    <>
      <Button variant={variant} size="sm" busy={busy} aria-label={name} onClick={() => ask(true)}>
        {label}
      </Button>
      <ConfirmDialog open={isAsking} title={title} text={text} onCancel={() => ask(false)}>
        <Button variant={variant === 'danger' ? 'danger' : 'primary'} size="sm" onClick={confirm}>
          {label}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => ask(false)}>
          Cancel
        </Button>
      </ConfirmDialog>
    </>
  );
}
