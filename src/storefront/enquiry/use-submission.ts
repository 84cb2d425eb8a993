import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { CurrentItem } from '#domain/cart/cart-review.ts';
import { UNEXPECTED, type SendProblem } from '#domain/enquiry/send-problem.ts';
import { notify } from '#ui/toast.tsx';
import type { Sent } from './send-once.ts';

/** Options of {@link useSubmission}. */
export interface SubmissionOptions<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** The alert to start with. */
  initialAlert?: string | undefined;
  /** After a lost connection: what is kept, and that sending again is safe. */
  lostText: string;
  /** Shows the notice for a refusal that belongs to no field. */
  notifyRefused: (message: string) => void;
  /** Handles items that changed in the catalogue and returns the alert to show. */
  onChanged?: (items: readonly CurrentItem[]) => string;
}

/**
 * Sending of a visitor's form: one request at a time, and each kind of problem shown in its place: at
 * its field, as the form's alert or as a notice (docs/product/enquiry.md).
 */
export function useSubmission<Values extends FieldValues>({
  form,
  initialAlert = '',
  lostText,
  notifyRefused,
  onChanged,
}: SubmissionOptions<Values>) {
  const [alert, setAlert] = useState(initialAlert);
  const [isOffline, setOffline] = useState(false);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  useEffect(() => {
    if (!isOffline) return undefined;
    const back = () => {
      setOffline(false);
      setAlert('You are back online. Please send it again.');
    };
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [isOffline]);

  const explain = (problem: SendProblem) => {
    if (problem.kind === 'field' && Object.hasOwn(form.getValues(), problem.field)) {
      const name = problem.field as Path<Values>;
      form.setError(name, { type: 'server', message: problem.message });
      form.setFocus(name);
    } else if (problem.kind === 'changed' && onChanged) {
      setAlert(onChanged(problem.items));
    } else if (problem.kind === 'refused') {
      notifyRefused(problem.message);
      setAlert(problem.message);
    } else if (problem.kind === 'lost' && !navigator.onLine) {
      setOffline(true);
      setAlert(`You are offline. ${lostText}`);
    } else if (problem.kind === 'lost') {
      notify.failure(UNEXPECTED, { description: lostText });
    } else {
      notify.failure(problem.kind === 'notice' ? problem.title : UNEXPECTED);
    }
  };

  /** Runs `request` unless one is running. Returns its answer, or undefined after showing the problem. */
  const send = async <Answer>(request: () => Promise<Sent<Answer>>) => {
    // why a ref: state updates with the next render, too late for a double click.
    if (sending.current) return undefined;
    sending.current = true;
    setBusy(true);
    setOffline(false);
    setAlert('');
    const sent = await request();
    sending.current = false;
    setBusy(false);
    if ('answer' in sent) return sent;
    explain(sent.problem);
    return undefined;
  };

  return { alert, setAlert, busy, send };
}
