import { SETUP_STEPS, type SetupState, type SetupStep } from './setup-state.ts';

/** A page of the set-up: a step, or the summary after the last one. */
export type SetupPageName = SetupStep | 'finish';

/** The pages of the set-up, in order. */
export const SETUP_PAGES: readonly SetupPageName[] = [...SETUP_STEPS, 'finish'];

/** Titles of the pages. */
export const SETUP_TITLES: Readonly<Record<SetupPageName, string>> = {
  name: 'Name and logo',
  contact: 'Address and hours',
  gst: 'GST',
  categories: 'Categories',
  items: 'First items',
  finish: 'Finish',
};

/** The first step that is neither done nor skipped; the summary when there is none. */
export const openPage = ({ done, skipped }: SetupState): SetupPageName =>
  SETUP_STEPS.find((step) => !done.includes(step) && !skipped.includes(step)) ?? 'finish';

/** The page that `?step=` names; null for none. */
export const pageNamed = (name: unknown): SetupPageName | null =>
  SETUP_PAGES.find((page) => page === name) ?? null;

/** The page so many places after another one, within the set-up. */
export function pageBeside(page: SetupPageName, places: 1 | -1): SetupPageName | null {
  return SETUP_PAGES[SETUP_PAGES.indexOf(page) + places] ?? null;
}

/** '3 of 5 done' */
export const setupProgress = ({ done }: SetupState): string =>
  `${done.length} of ${SETUP_STEPS.length} done`;
