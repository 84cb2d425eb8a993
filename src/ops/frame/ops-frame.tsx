import { useEffect, type ReactNode } from 'react';
import { Toaster } from '#ui/toast.tsx';
import { registerApp } from '../install/install-prompt.ts';
import './ops.css';

/** Frame of every page of the back office: its colours and classes, and the notices. */
export function OpsFrame({ children }: { children: ReactNode }) {
  useEffect(registerApp, []);
  // why: the area around the page, and behind the scrollbar, needs the same background.
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['side'] = 'ops';
    return () => void delete dataset['side'];
  }, []);
  return (
    // why: the back office uses the text face only.
    <div data-side="ops" className="min-h-dvh bg-paper text-ink [--font-display:var(--font-sans)]">
      {children}
      <Toaster />
    </div>
  );
}
