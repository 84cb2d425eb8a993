import { counted } from '#ui/count.ts';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { importFields, type ImportField } from '#domain/inventory-import/import-fields.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useLookups } from '../use-lookups.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportProgress } from './import-progress.tsx';
import { MapColumns } from './map-columns.tsx';
import { Refusal } from './refusal.tsx';
import { useImport, type Import, type ImportStep } from './use-import.ts';

const itemsOf = (n: number) => counted(n, 'item', 'items');

/** A button that opens the import of a kind's items from a CSV file. */
export function ImportButton({ kind }: { kind: InventoryKind }) {
  const [open, setOpen] = useState(false);
  // why: a save under way cannot be called back, so its outcome must be seen.
  const [saving, setSaving] = useState(false);
  const close = () => !saving && setOpen(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Upload aria-hidden size={16} />
        import
      </Button>
      <Sheet open={open} guarded onClose={close} title={`import into ${kind.texts.title}`}>
        {open && <ImportSteps kind={kind} onClose={close} onSaving={setSaving} />}
      </Sheet>
    </>
  );
}

interface ImportStepsProps {
  kind: InventoryKind;
  onClose: () => void;
  onSaving: (saving: boolean) => void;
}

/** The step that the import is at; each is focused when it begins, so that it is read out. */
function ImportSteps({ kind, onClose, onSaving }: ImportStepsProps) {
  const lookups = useLookups(kind);
  const listed = new Set(Object.keys(lookups).filter((field) => lookups[field]?.length));
  const fields = importFields(kind, listed);
  const flow = useImport(kind, fields);
  return (
    <div
      key={flow.step.at}
      ref={focusOn}
      role="group"
      aria-label={STEP_NAMES[flow.step.at]}
      tabIndex={-1}
      className="outline-none"
    >
      <Step kind={kind} fields={fields} flow={flow} onClose={onClose} onSaving={onSaving} />
    </div>
  );
}

const focusOn = (step: HTMLElement | null) => step?.focus();

const STEP_NAMES: Record<ImportStep['at'], string> = {
  choose: 'Choose a file',
  map: 'Columns',
  check: 'Check',
  problems: 'Problems',
  ready: 'Ready to import',
  apply: 'Import',
  done: 'Imported',
};

interface StepProps extends ImportStepsProps {
  fields: readonly ImportField[];
  flow: Import;
}

function Step({ kind, fields, flow, onClose, onSaving }: StepProps) {
  const { step, choose, check, apply, restart } = flow;
  const cancel = (
    <Button variant="quiet" onClick={onClose}>
      cancel
    </Button>
  );
  switch (step.at) {
    case 'choose':
      return (
        <ChooseFile fields={fields} refusal={step.refusal} onChoose={(file) => void choose(file)}>
          {cancel}
        </ChooseFile>
      );
    case 'map':
      return (
        <MapColumns
          fields={fields}
          file={step.file}
          refusal={step.refusal}
          onMapping={(mapping) => restart({ at: 'map', file: { ...step.file, mapping } })}
          onCheck={() => void check(step.file)}
        >
          {cancel}
        </MapColumns>
      );
    case 'check':
      return (
        <ImportProgress done={step.sent} total={step.file.lines.length} text="checking">
          <Button variant="quiet" onClick={() => restart({ at: 'map', file: step.file })}>
            cancel
          </Button>
        </ImportProgress>
      );
    case 'problems':
      return (
        <ImportProblems kind={kind} check={step.check} lines={step.lines} fileName={step.file.name}>
          <Button onClick={() => restart()}>choose another file</Button>
          <Button variant="secondary" onClick={() => restart({ at: 'map', file: step.file })}>
            back to the columns
          </Button>
          {cancel}
        </ImportProblems>
      );
    case 'ready':
      return (
        <div className="space-y-4 text-sm">
          <p role="status">
            <strong className="block text-base font-medium">
              No problems in {itemsOf(step.lines)}
            </strong>
            Nothing is saved yet. All of {step.file.name} is saved at once.
          </p>
          <Refusal text={step.refusal} />
          <div className="flex flex-wrap gap-2">
            <Button
              onClick={() => {
                onSaving(true);
                void apply(step.file, step.id, step.lines).finally(() => onSaving(false));
              }}
            >
              import {itemsOf(step.lines)}
            </Button>
            {cancel}
          </div>
        </div>
      );
    case 'apply':
      return <ImportProgress text={`importing ${itemsOf(step.lines)}`} />;
    case 'done':
      return (
        <div className="space-y-4 text-sm">
          <p role="status" className="text-base font-medium">
            {itemsOf(step.created)} imported
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={onClose}>done</Button>
            <Button variant="secondary" onClick={() => restart()}>
              import another file
            </Button>
          </div>
        </div>
      );
  }
}
