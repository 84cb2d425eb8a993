import { Crosshair } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { FocalPoint } from '#domain/catalogue/picture-address.ts';

/** The point of a picture for which none is set. */
const CENTRE: FocalPoint = { x: 50, y: 50 };

const STEPS: Partial<Record<string, FocalPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Per cent that an arrow key moves the point, alone and with Shift. */
const STEP = 1;
const LARGE_STEP = 10;

export interface FocalPointFieldProps {
  /** Address of the picture for `<img>`. */
  src: string;
  focus: FocalPoint | null;
  onChange: (focus: FocalPoint) => void;
}

const within = (part: number) => Math.round(Math.min(100, Math.max(0, part)));

/** Sets the point that stays in view where a picture is cropped, by pointer or arrow keys. */
export function FocalPointField({ src, focus, onChange }: FocalPointFieldProps) {
  const { x, y } = focus ?? CENTRE;
  const place = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onChange({
      x: within(((event.clientX - box.left) / box.width) * 100),
      y: within(((event.clientY - box.top) / box.height) * 100),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const size = event.shiftKey ? LARGE_STEP : STEP;
    onChange({ x: within(x + step.x * size), y: within(y + step.y * size) });
  };
  return (
    <div className="grid gap-3">
      <div
        className="relative w-fit cursor-crosshair touch-none justify-self-center"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          place(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) place(event);
        }}
      >
        <img src={src} alt="" draggable={false} className="max-h-[45dvh] max-w-full" />
        <button
          type="button"
          aria-label="Focal point: move it with the arrow keys"
          onKeyDown={onKeyDown}
          style={{ left: `${x}%`, top: `${y}%` }}
          className="absolute grid size-11 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 border-white bg-[oklch(0_0_0/0.6)] text-white shadow-sm outline-offset-2 outline-teal focus-visible:outline-2"
        >
          <Crosshair aria-hidden size={20} />
        </button>
      </div>
      <p aria-live="polite" className="text-sm text-ink-quiet">
        {x} % from the left, {y} % from the top. This point stays in view where the picture is
        cropped.
      </p>
      <div className="flex items-end gap-3 text-xs text-ink-quiet">
        {(['aspect-4/3', 'aspect-square'] as const).map((shape) => (
          <img
            key={shape}
            src={src}
            alt=""
            style={{ objectPosition: `${x}% ${y}%` }}
            className={`h-20 rounded-sm bg-paper-deep object-cover ${shape}`}
          />
        ))}
        <span>On a card, and as a small picture</span>
      </div>
    </div>
  );
}
