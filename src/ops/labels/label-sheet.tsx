import type { LabelPaper } from '#domain/scan/label-search.ts';
import { sheetsOf, type Label } from '#domain/scan/label-sheets.ts';
import { scanAddress } from '#domain/scan/scan.ts';
import { QrCode } from '#ui/qr-code.tsx';

export interface LabelSheetsProps {
  labels: readonly Label[];
  paper: LabelPaper;
  /** Place of the first label on the first A4 sheet, from 1. */
  first: number;
}

/**
 * Labels at their printed size. A4 sheets have 3 × 8 labels of 63.5 × 33.9 mm, 2.5 mm between columns; on a roll of
 * 62 mm each label is a page of its own.
 */
export function LabelSheets({ labels, paper, first }: LabelSheetsProps) {
  return (
    // why zoom: a sheet fits narrow screens without a scroller.
    <div
      data-print-alone
      className="w-max text-[black] max-lg:[zoom:0.6] max-md:[zoom:0.42] print:[zoom:1]"
    >
      {paper === 'roll'
        ? labels.map((label) => (
            <div
              key={label.code}
              className="mb-4 flex h-[29mm] w-[62mm] break-after-page items-center overflow-hidden border border-rule bg-white [page:labels-roll] last:break-after-auto print:mb-0 print:border-0"
            >
              <LabelFace label={label} />
            </div>
          ))
        : sheetsOf(labels, first).map(({ sheet, places }) => (
            <div
              key={sheet}
              className="mb-6 grid h-[297mm] w-[210mm] break-after-page auto-rows-[33.9mm] grid-cols-[repeat(3,63.5mm)] gap-x-[2.5mm] overflow-hidden bg-white px-[7.25mm] py-[12.9mm] shadow-sm [page:labels-a4] last:break-after-auto print:mb-0 print:shadow-none"
            >
              {places.map(({ place, label }) => (
                <div
                  key={place}
                  className="flex items-center overflow-hidden outline outline-rule print:outline-0"
                >
                  {label && <LabelFace label={label} />}
                </div>
              ))}
            </div>
          ))}
    </div>
  );
}

function LabelFace({ label: { code, name } }: { label: Label }) {
  return (
    <>
      <div className="w-[28mm] shrink-0">
        <QrCode text={scanAddress(window.location.origin, code)} label={`QR code of ${code}`} />
      </div>
      <div className="min-w-0 pr-[2mm]">
        <p className="text-[3.6mm] leading-tight font-semibold break-words tabular-nums">{code}</p>
        <p className="mt-[1mm] line-clamp-4 text-[2.9mm] leading-snug break-words">{name}</p>
      </div>
    </>
  );
}
