import { useState, type ComponentType, type ReactNode } from 'react';
import { NO_ANSWER } from '#data/core/failure.ts';
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
  const [picture, setPicture] = useState<PictureRequest>();
  const [isOpen, setOpen] = useState(false);
  return {
    open: (request) => {
      import('./picture-sheet.tsx').then(
        ({ PictureSheet }) => {
          setLoaded({ Sheet: PictureSheet });
          setPicture(request);
          setOpen(true);
        },
        () => notify.failure('The picture editor could not be loaded', { description: NO_ANSWER }),
      );
    },
    sheet: loaded && picture && (
      <loaded.Sheet {...picture} open={isOpen} onClose={() => setOpen(false)} />
    ),
  };
}
