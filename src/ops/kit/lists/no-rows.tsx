import { Button } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';

export interface NoRowsProps {
  /** Whether a search or filter is set. */
  filtered: boolean;
  /** The list is empty, and a hint on how it fills. */
  nothing: string;
  nothingHint: string;
  /** Nothing matches, and a hint on what is searched. */
  noMatch: string;
  noMatchHint?: string;
  /** The filters or words that the button clears. */
  clears?: string;
  onClear: () => void;
}

/** In place of the rows of an empty list: why there are none, and a button that clears the filters. */
export function NoRows(props: NoRowsProps) {
  const { filtered, clears = 'search and filters', onClear } = props;
  if (!filtered) return <PageMessage level={2} title={props.nothing} text={props.nothingHint} />;
  return (
    <PageMessage
      level={2}
      title={props.noMatch}
      text={props.noMatchHint}
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear {clears}
        </Button>
      }
    />
  );
}
