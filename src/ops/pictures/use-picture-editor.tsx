import { useState, type ComponentType, type ReactNode } from 'react';
import { NO_ANSWER } from '#data/failure.ts';
import { notify } from '#ui/toast.tsx';
import type { PictureRequest, PictureSheetProps } from './picture-sheet.tsx';

/** Opens the picture editor, whose code is loaded with the first picture. */
export interface PictureEditor {
  open: (request: PictureRequest) => void;
  /** To be rendered outside of any form. */
  sheet: ReactNode;
}

/** The editor of one picture: crop, turn, focal point, alternative text. */
export function usePictureEditor(): PictureEditor {
  const [loaded, setLoaded] = useState<{ Sheet: ComponentType<PictureSheetProps> }>();
  const [request, setRequest] = useState<PictureRequest>();
  const [isOpen, setOpen] = useState(false);
  return {
    open: (next) => {
      import('./picture-sheet.tsx').then(
        ({ PictureSheet }) => {
          setLoaded({ Sheet: PictureSheet });
          setRequest(next);
          setOpen(true);
        },
        () => notify.failure('The picture editor could not be loaded', { description: NO_ANSWER }),
      );
    },
    sheet: loaded && request && (
      <loaded.Sheet {...request} open={isOpen} onClose={() => setOpen(false)} />
    ),
  };
}
