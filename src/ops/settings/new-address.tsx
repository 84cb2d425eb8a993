import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';

/** The address of a link that was just made, to copy. */
export function NewAddress({ title, path }: { title: string; path: string }) {
  const field = useRef<HTMLInputElement>(null);
  const address = window.location.origin + path;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      notify.success('Address copied');
    } catch {
      // why: pages without TLS have no clipboard.
      field.current?.select();
      notify.info('Press Ctrl C to copy the address');
    }
  };
  return (
    <section aria-label="New address" className="mt-6 rounded-md bg-teal-pale p-4 text-sm">
      <h2 className="font-medium">{title}</h2>
      <div className="mt-2 flex gap-2">
        <input
          ref={field}
          readOnly
          aria-label="Address"
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          className="h-11 min-w-0 grow rounded-sm border border-rule-strong bg-surface px-3 sm:h-9"
        />
        <Button size="sm" onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          Copy
        </Button>
      </div>
    </section>
  );
}
