import { CloudOff } from 'lucide-react';

export interface UnsavedMarkProps {
  /** Point the control's `aria-describedby` at it. */
  id: string;
  /** Why it is not saved, and when it is sent again. */
  reason: string;
  /** Shows the words on hover and to screen readers only. */
  iconOnly?: boolean;
}

/** Marks a control whose change is not saved yet. */
export function UnsavedMark({ id, reason, iconOnly = false }: UnsavedMarkProps) {
  return (
    <span
      id={id}
      title={iconOnly ? `Not saved yet. ${reason}` : undefined}
      className="inline-flex items-start gap-1 text-xs text-amber"
    >
      <CloudOff aria-hidden size={14} className="mt-px shrink-0" />
      <span className={iconOnly ? 'sr-only' : undefined}>
        <span className="font-medium">Not saved yet</span>. {reason}
      </span>
    </span>
  );
}
