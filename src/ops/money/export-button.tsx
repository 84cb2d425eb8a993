import { Download } from 'lucide-react';
import { Button } from '#ui/button.tsx';

export interface ExportButtonProps {
  /** 'Export CSV' */
  label: string;
  /** The export, for the button's accessible name. */
  title: string;
  isRunning: boolean;
  isEnabled: boolean;
  onStart: () => void;
  onCancel: () => void;
}

/** Starts an export, and cancels it while it runs. */
export function ExportButton(props: ExportButtonProps) {
  const { label, title, isRunning, isEnabled, onStart, onCancel } = props;
  // why one element: the focus stays on it.
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={!isEnabled}
      aria-label={isRunning ? `Cancel: ${title}` : `${label}: ${title}`}
      onClick={isRunning ? onCancel : onStart}
    >
      {!isRunning && <Download aria-hidden size={16} />}
      {isRunning ? 'Cancel' : label}
    </Button>
  );
}
