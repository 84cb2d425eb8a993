import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
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
  const { check, file } = changes.checked;
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
        {effect && <Button onClick={onApply}>{effect}</Button>}
        {children}
      </div>
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
