import { encode } from 'uqr';
import { useMemo } from 'react';

/** Modules of white around a code (ISO/IEC 18004 asks for four). */
const QUIET_ZONE = 4;

/** A text as a QR code with error correction M, black on white, as wide as its container. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', boostEcc: false, border: QUIET_ZONE });
    return { size: code.size, path: pathOf(code.data) };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block w-full bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

/** One rectangle for each run of black modules in a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    let from = -1;
    for (let x = 0; x <= row.length; x += 1) {
      if (row[x] && from < 0) from = x;
      if (!row[x] && from >= 0) {
        path += `M${from} ${y}h${x - from}v1h${from - x}z`;
        from = -1;
      }
    }
  }
  return path;
}
