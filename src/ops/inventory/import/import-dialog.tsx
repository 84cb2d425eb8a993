import { Upload } from 'lucide-react';
import { useState } from 'react';
import { importFields, type ImportField } from '#domain/inventory-import/import-fields.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useLookups, type LookupOptions } from '../shared/use-lookups.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReady } from './import-ready.tsx';
import { MapColumns } from './map-columns.tsx';
import { useImport, type Import, type ImportStep } from './use-import.ts';

export interface ImportButtonProps {
  kind: InventoryKind;
  /** Called when the import is closed, also without having imported anything. */
  onClose?: () => void;
}

/** Button that opens the CSV import of a kind's items. */
export function ImportButton({ kind, onClose }: ImportButtonProps) {
  const [open, setOpen] = useState(false);
  // why: a running save cannot be cancelled, so the dialog stays open for its outcome.
  const [saving, setSaving] = useState(false);
  const close = () => {
    if (saving) return;
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Upload aria-hidden size={16} />
        Import
      </Button>
      <Sheet open={open} guarded onClose={close} title={`Import into ${kind.texts.title}`}>
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

/** The current step; each is focused when it starts, so that screen readers announce it. */
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
      <Step
        kind={kind}
        fields={fields}
        lookups={lookups}
        flow={flow}
        onClose={onClose}
        onSaving={onSaving}
      />
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
  lookups: LookupOptions;
  flow: Import;
}

function Step({ kind, fields, lookups, flow, onClose, onSaving }: StepProps) {
  const { step, choose, check, apply, restart } = flow;
  const cancel = (
    <Button variant="quiet" onClick={onClose}>
      Cancel
    </Button>
  );
  switch (step.at) {
    case 'choose':
      return (
        <ChooseFile
          fields={fields}
          refusal={step.refusal}
          refused={step.refused}
          onChoose={(file, format) => void choose(file, format)}
        >
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
          onFormat={(format) => void choose(step.file.source, format)}
          onCheck={() => void check(step.file)}
        >
          {cancel}
        </MapColumns>
      );
    case 'check':
      return (
        <ImportProgress done={step.sent} total={step.file.lines.length} text="checking">
          <Button variant="quiet" onClick={() => restart({ at: 'map', file: step.file })}>
            Cancel
          </Button>
        </ImportProgress>
      );
    case 'problems':
      return (
        <ImportProblems
          kind={kind}
          lookups={lookups}
          checked={step}
          onCheck={() => void check(step.file)}
        >
          <Button onClick={() => restart()}>Choose another file</Button>
          <Button variant="secondary" onClick={() => restart({ at: 'map', file: step.file })}>
            Back to the columns
          </Button>
          {cancel}
        </ImportProblems>
      );
    case 'ready':
      return (
        <ImportReady
          kind={kind}
          lookups={lookups}
          checked={step}
          refusal={step.refusal}
          onApply={() => {
            onSaving(true);
            void apply(step).finally(() => onSaving(false));
          }}
        >
          {cancel}
        </ImportReady>
      );
    case 'apply':
      return <ImportProgress text={`saving ${step.file.name}`} />;
    case 'done':
      return (
        <ImportDone
          kind={kind}
          batch={step.id}
          saved={step.saved}
          onClose={onClose}
          onAnother={() => restart()}
        />
      );
  }
}
