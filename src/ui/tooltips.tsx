import { useEffect, useState } from 'react';
import type { Tooltip } from './tooltip.tsx';
import { whenUsed } from './when-used.ts';

/** The page's tooltips (tooltip.tsx), loaded with the first use of the page. */
export function Tooltips() {
  const [Loaded, setLoaded] = useState<typeof Tooltip>();
  useEffect(
    () =>
      whenUsed(() => {
        void import('./tooltip.tsx').then(
          ({ Tooltip: loaded }) => setLoaded(() => loaded),
          // why: without the script a page only lacks tooltips.
          () => {},
        );
      }),
    [],
  );
  return Loaded && <Loaded />;
}
