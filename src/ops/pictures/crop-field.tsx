import { RotateCcw, RotateCw, Scan } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ReactCrop, type PercentCrop } from 'react-image-crop';
import { Button } from '#ui/button.tsx';
import { drawTurned, WHOLE, type LoadedPicture, type PicturePart } from './redraw-picture.ts';
import 'react-image-crop/dist/ReactCrop.css';

export interface CropFieldProps {
  loaded: LoadedPicture;
  /** Quarter turns clockwise. */
  turns: number;
  /** Part of the turned picture. */
  part: PicturePart;
  onChange: (change: { turns: number; part: PicturePart }) => void;
}

/** Crops and turns a picture. Arrow keys move and resize the selection. */
export function CropField({ loaded, turns, part, onChange }: CropFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawTurned(loaded.bitmap, turns, canvas.current);
  }, [loaded, turns]);
  const turn = (quarters: number) => onChange({ turns: (turns + quarters) % 4, part: WHOLE });
  const crop: PercentCrop = { unit: '%', ...part };
  return (
    <div className="grid gap-3">
      <ReactCrop
        crop={crop}
        keepSelection
        minWidth={24}
        minHeight={24}
        className="justify-self-center"
        onChange={(_, { x, y, width, height }) =>
          onChange({ turns, part: { x, y, width, height } })
        }
      >
        <canvas ref={canvas} className="max-h-[45dvh] max-w-full" />
      </ReactCrop>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => turn(3)}>
          <RotateCcw aria-hidden size={16} />
          Turn left
        </Button>
        <Button variant="secondary" size="sm" onClick={() => turn(1)}>
          <RotateCw aria-hidden size={16} />
          Turn right
        </Button>
        <Button variant="quiet" size="sm" onClick={() => onChange({ turns, part: WHOLE })}>
          <Scan aria-hidden size={16} />
          Whole picture
        </Button>
      </div>
    </div>
  );
}
