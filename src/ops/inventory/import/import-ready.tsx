import { useState, type ReactNode } from 'react';
import { isNewAtZero } from '#domain/inventory-import/zero-lines.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { counted } from '#ui/count.ts';
import { ImportChanges, ImportCounts, type ImportChangesProps } from './import-changes.tsx';
import { Refusal } from './refusal.tsx';

export interface ImportReadyProps extends ImportChangesProps {
  /** Why saving failed. */
  refusal: string | undefined;
  onApply: () => void;
  children: ReactNode;
}

/** Preview of the effect of a valid file, before saving. */
export function ImportReady({ refusal, onApply, children, ...changes }: ImportReadyProps) {
  const { check, file, lines } = changes.checked;
  const [isAsking, setIsAsking] = useState(false);
  const atZero =
    check.zeroed +
    [...lines.values()].filter((fields) => !fields['code'] && isNewAtZero(fields)).length;
  const effect = effectText(check.new, check.changed);
  return (
    <div className="space-y-4 text-sm">
      <p role="status" className="wrap-anywhere">
        <strong className="block text-base font-medium">
          {effect ? `No problems in ${counted(check.lines, 'line', 'lines')}` : 'Nothing to save'}
        </strong>
        {effect
          ? `Nothing is saved yet. All of ${file.name} is saved at once, and can be undone under “changes”.`
          : `The items have all that ${file.name} says already.`}
      </p>
      <ImportCounts check={check} />
      <ImportChanges {...changes} />
      <Refusal text={refusal} />
      <div className="flex flex-wrap gap-2">
        {effect && (
          <Button onClick={atZero > 0 ? () => setIsAsking(true) : onApply}>{effect}</Button>
        )}
        {children}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={`Import ${counted(atZero, 'line', 'lines')} at zero?`}
        text={`Visitors would see ${counted(atZero, 'item', 'items')} at ₹0 or with quantity 0.`}
        onCancel={() => setIsAsking(false)}
      >
        <Button onClick={() => setIsAsking(false)}>Keep looking</Button>
        <Button
          variant="quiet"
          onClick={() => {
            setIsAsking(false);
            onApply();
          }}
        >
          Import them
        </Button>
      </ConfirmDialog>
    </div>
  );
}

/** 'import 2 items', 'change 3 items', 'import 2 and change 3 items'; '' for nothing. */
function effectText(made: number, changed: number): string {
  if (made > 0 && changed > 0) {
    return `import ${made} and change ${counted(changed, 'item', 'items')}`;
  }
  if (made > 0) return `import ${counted(made, 'item', 'items')}`;
  return changed > 0 ? `change ${counted(changed, 'item', 'items')}` : '';
}
