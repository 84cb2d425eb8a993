import type { ComponentType } from 'react';
import type { ListedItem } from '#data/inventory.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { DuplicateItem } from './bulk/duplicate-item.tsx';
import { ManagerTools } from './manager-tools.tsx';
import type { ManagerPlace } from './slots.ts';

/** What may be done with the rows that were chosen. */
export interface ForChosenProps {
  place: ManagerPlace;
  chosen: readonly ListedItem[];
  /** Lets go of the rows. */
  onDone: () => void;
}

/** Parts that every manager has besides its list and dialog. */
export interface ManagerParts {
  /** Beside the button that adds. */
  Tools?: ComponentType<{ place: ManagerPlace }>;
  /** After the rows while some are chosen; without it none can be. */
  ForChosen?: ComponentType<ForChosenProps>;
  /** In each row and card, beside what opens it. */
  ForItem?: ComponentType<{ place: ManagerPlace; item: ListedItem }>;
}

/** The parts that there are. */
export const PARTS: ManagerParts = {
  Tools: ManagerTools,
  ForChosen: BulkBar,
  ForItem: DuplicateItem,
};
