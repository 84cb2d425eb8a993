import type { DocumentSource } from '#data/documents/documents.ts';
import { Button } from '#ui/button.tsx';
import { useMakeDocument } from './use-make-document.ts';

/** Makes a quote from the lines of an order or enquiry, and opens it. */
export function MakeQuoteButton({ source }: { source: DocumentSource }) {
  const make = useMakeDocument(source);
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={make.isPending}
      onClick={() => make.mutate('quote')}
    >
      Make a quote
    </Button>
  );
}
