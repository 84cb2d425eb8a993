import { buttonClass } from './button.tsx';

export interface FaultPageProps {
  /** Address of the page, without a fragment: a link to one would not load it anew. */
  here: string;
  /** Address of the way home. */
  home?: string;
  /** Name of the way home. */
  homeName?: string;
}

/**
 * In place of a page that a fault of ours broke. why plain links: what opens pages may be what failed.
 */
export function FaultPage({ here, home = '/', homeName = 'Return to Home' }: FaultPageProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center px-4 py-16 text-center"
    >
      <h1 className="font-display text-2xl text-balance">Something went wrong</h1>
      <p className="mt-2 text-ink-quiet text-pretty">
        The fault is ours, and we have been told. What you saved is safe.
      </p>
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <a href={here} className={buttonClass()}>
          Reload
        </a>
        <a href={home} className={buttonClass({ variant: 'secondary' })}>
          {homeName}
        </a>
      </p>
    </div>
  );
}
