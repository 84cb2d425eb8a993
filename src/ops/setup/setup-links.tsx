import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { SetupState } from '#domain/setup/setup-state.ts';
import { SETUP_PAGES, SETUP_TITLES, type SetupPageName } from '#domain/setup/setup-steps.ts';
import { classNames } from '#ui/class-names.ts';

export interface SetupLinksProps {
  state: SetupState;
  page: SetupPageName;
}

/** Links to the pages of the set-up, each with its state. Narrow windows show numbers in place of titles. */
export function SetupLinks({ state, page }: SetupLinksProps) {
  return (
    <nav aria-label="Steps" className="mt-5 border-b border-rule">
      <ol className="flex gap-x-1 sm:gap-x-3 lg:gap-x-6">
        {SETUP_PAGES.map((each, at) => {
          const isDone = each === 'finish' ? state.finished : state.done.includes(each);
          const isSkipped = each !== 'finish' && state.skipped.includes(each);
          const isCurrent = each === page;
          return (
            <li key={each} className={isCurrent ? 'min-w-0' : 'shrink-0'}>
              <Link
                to="/ops/setup"
                search={{ step: each }}
                aria-current={isCurrent ? 'step' : undefined}
                className="flex h-12 min-w-11 items-center justify-center gap-2 border-b-2 border-transparent px-1 text-sm text-ink-quiet hover:text-ink aria-[current=step]:border-teal aria-[current=step]:font-medium aria-[current=step]:text-ink"
              >
                <span
                  aria-hidden
                  className={classNames(
                    'grid size-6 shrink-0 place-items-center rounded-full border text-xs tabular-nums',
                    isDone ? 'border-teal bg-teal text-on-fill' : 'border-rule-strong bg-surface',
                    isSkipped && 'border-dashed',
                  )}
                >
                  {isDone ? <Check size={14} strokeWidth={3} /> : at + 1}
                </span>
                <span
                  className={classNames(
                    'truncate',
                    isCurrent ? 'max-sm:sr-only' : 'max-lg:sr-only',
                  )}
                >
                  {SETUP_TITLES[each]}
                  {(isDone || isSkipped) && (
                    <span className="sr-only">{isDone ? ', done' : ', skipped'}</span>
                  )}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
