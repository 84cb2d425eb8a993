import { CloudOff } from 'lucide-react';

/** Marks a control whose change is not saved yet. Point the control's `aria-describedby` at `id`. */
export function UnsavedMark({ id, iconOnly = false }: { id: string; iconOnly?: boolean }) {
  return (
    <span
      id={id}
      title="Not saved yet"
      className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-amber"
    >
      <CloudOff aria-hidden size={14} className="shrink-0" />
      <span className={iconOnly ? 'sr-only' : undefined}>Not saved yet</span>
    </span>
  );
}
