import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/save-file.ts';
import { notify } from '#ui/toast.tsx';

export interface RecoveryCodesProps {
  codes: readonly string[];
  /** The studio's name, for the file and the printed page. */
  studio: string;
  onDone: () => void;
}

/** A new set of recovery codes: to copy, to download and to print. They cannot be shown again. */
export function RecoveryCodes({ codes, studio, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `Recovery codes · ${studio}\nEach works once, in place of your second factor.\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      notify.success('Codes copied');
    } catch {
      // why: pages without TLS have no clipboard.
      notify.info('Select the codes and press Ctrl C to copy them');
    }
  };
  return (
    <section aria-labelledby="recovery-codes" className="text-sm">
      <h3 ref={heading} id="recovery-codes" tabIndex={-1} className="font-semibold">
        Your recovery codes
      </h3>
      <p className="mt-1 text-ink-quiet text-pretty">
        Store them where you find them without your phone. Each works once, in place of your second
        factor. They are shown only now.
      </p>
      <ol
        aria-label="Recovery codes"
        className="mt-3 grid gap-y-1.5 rounded-md border border-rule bg-surface p-4 font-mono text-[13px] select-all"
      >
        {codes.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          Copy
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          <Download aria-hidden size={16} />
          Download
        </Button>
        <Button variant="secondary" size="sm" onClick={() => printText(text)}>
          <Printer aria-hidden size={16} />
          Print
        </Button>
      </div>
      <Button className="mt-6" onClick={onDone}>
        I have stored them
      </Button>
    </section>
  );
}

/** Prints text alone, not the page around it. */
function printText(text: string): void {
  const frame = document.createElement('iframe');
  // why: some browsers print a hidden frame as an empty page.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  frame.title = 'Recovery codes';
  document.body.append(frame);
  const page = frame.contentDocument;
  if (page) {
    const pre = page.createElement('pre');
    pre.textContent = text;
    page.body.append(pre);
  }
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow?.print();
}
