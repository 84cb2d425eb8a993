import { present } from '#domain/clock.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { scanQuery } from '#data/stock/pieces.ts';
import { studioToday } from '#domain/days.ts';
import { scannedCode, type NextStep, type ScanStep } from '#domain/scan/scan.ts';
import { callOf, newScan, type StepCall } from '#domain/scan/scan-queue.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { useProfile } from '../kit/profile.ts';
import { ReadFailure } from '../kit/read-failure.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { DESK_ROLES, mayOpen, STAFF_ROLES } from '../kit/staff-roles.ts';
import { useConnectionLost } from '../kit/use-connection-lost.ts';
import { useScannerField } from '../kit/use-scanner-field.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { CameraScanner } from './camera-scanner.tsx';
import { signalFailure, signalSuccess } from './scan-signals.ts';
import { ScanLog } from './scan-log.tsx';
import { ScanResult } from './scan-result.tsx';
import { scanStore } from './scan-store.ts';

type Mode = 'show' | ScanStep;

const MODES: readonly [mode: Mode, label: string][] = [
  ['show', 'Show it'],
  ['hand_over', 'Hand over'],
  ['take_back', 'Take back'],
];

/** Scans labels with a hand scanner, a camera or by typing. */
export function ScanPage({ code }: { code: string | undefined }) {
  return (
    <RoleGate roles={STAFF_ROLES} page="Scan">
      <Scanner code={code === undefined ? undefined : (scannedCode(code) ?? code)} />
    </RoleGate>
  );
}

function Scanner({ code }: { code: string | undefined }) {
  const api = useStaffApi();
  const profile = useProfile();
  const store = scanStore(api, profile?.id ?? '');
  const scans = useSyncExternalStore(store.subscribe, store.state);
  const navigate = useNavigate();
  const isLost = useConnectionLost();
  const [mode, setMode] = useState<Mode>('show');
  const [problem, setProblem] = useState<string>();
  const mayMove = mayOpen(profile, DESK_ROLES);
  const field = useRef<HTMLInputElement>(null);
  useScannerField(field, true);
  useEffect(() => {
    // why not on touch: it would open the keyboard over the page.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);
  const read = useQuery({ ...scanQuery(api, code ?? ''), enabled: code !== undefined });
  const { refetch } = read;
  const { done } = scans;
  useEffect(() => {
    // why: a saved or undone scan changes the next step of the item that is shown.
    if (done.length > 0 && code !== undefined) void refetch();
  }, [done, code, refetch]);

  const queue = (scan: { code: string; step: ScanStep }, call: StepCall | null = null) => {
    try {
      store.change((all) => [...all, newScan({ ...scan, key: randomUuid() }, present(), call)]);
      signalSuccess();
    } catch {
      signalFailure();
      setProblem(
        `${scan.code} was not saved: this browser allows no storage. Use the pick list of the order.`,
      );
    }
  };
  const onScan = (label: string) => {
    const scanned = scannedCode(label);
    setProblem(scanned ? undefined : `“${label.slice(0, 40)}” is no label of the studio.`);
    if (!scanned) signalFailure();
    else if (mode !== 'show') queue({ code: scanned, step: mode });
    else {
      signalSuccess();
      void navigate({ to: '/ops/scan/{-$code}', params: { code: scanned }, replace: true });
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const label = field.current?.value.trim();
    event.currentTarget.reset();
    if (label) onScan(label);
  };
  const onStep = (next: NextStep, quantity: number) => {
    if (!read.data || code === undefined) return;
    const today = studioToday();
    queue({ code, step: next.step }, callOf(read.data, next, { quantity, day: today, today }));
    field.current?.focus();
  };
  return (
    <div className="mx-auto max-w-2xl pt-6">
      <h1 className="text-xl font-semibold">Scan</h1>
      {mayMove && (
        <fieldset className="mt-4 flex flex-wrap gap-2">
          <legend className="mb-1.5 text-sm font-medium">With each scan</legend>
          {MODES.map(([value, label]) => (
            <label
              key={value}
              className={classNames(
                'inline-flex h-11 cursor-pointer items-center gap-2 rounded-control border px-4 text-sm whitespace-nowrap max-sm:grow max-sm:justify-center max-sm:px-2 has-focus-visible:outline-2 has-focus-visible:outline-teal',
                mode === value ? 'border-teal bg-teal-pale' : 'border-rule-strong bg-surface',
              )}
            >
              <input
                type="radio"
                name="mode"
                className="accent-teal"
                checked={mode === value}
                onChange={() => {
                  setMode(value);
                  field.current?.focus();
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      <form onSubmit={submit} className="mt-4 flex items-end gap-2">
        <label className="grow text-sm font-medium">
          Code on the label
          <input
            ref={field}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={500}
            aria-describedby="scan-problem"
            className="mt-1.5 block h-11 w-full rounded-field border border-rule-strong bg-surface px-3 text-base"
          />
        </label>
        <Button type="submit" variant="secondary">
          Find
        </Button>
      </form>
      <p id="scan-problem" role="alert" className="mt-2 text-sm text-red empty:hidden">
        {problem}
      </p>
      <CameraScanner onScan={onScan} />
      <ScanLog store={store} scans={scans} isLost={isLost} />
      {mode === 'show' && code === undefined && (
        <p className="mt-6 text-sm text-ink-quiet">
          Scan a label with a hand scanner, or type its code.
        </p>
      )}
      {mode === 'show' && code !== undefined && (
        <section aria-label="Scanned item" aria-live="polite" className="mt-6">
          {read.data ? (
            <ScanResult code={code} answer={read.data} mayMove={mayMove} onStep={onStep} />
          ) : read.isError ? (
            <ReadFailure level={2} title={`${code} could not be looked up`} read={read} />
          ) : isLost ? (
            <p className="text-sm text-ink-quiet">
              {code} shows when the connection is back. To save scans meanwhile, select Hand over or
              Take back above.
            </p>
          ) : (
            <LoadingSkeleton blocks={['h-24 w-full', 'h-13 w-full']} />
          )}
        </section>
      )}
    </div>
  );
}
