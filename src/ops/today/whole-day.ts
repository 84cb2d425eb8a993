import { createContext } from 'react';

/** Reads all rows of the lists of a day; `isShowing` until they are there. */
export const WholeDay = createContext({ show: () => {}, isShowing: false });
