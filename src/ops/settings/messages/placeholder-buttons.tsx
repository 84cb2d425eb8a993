import { PLACEHOLDERS, type PlaceholderName } from '#domain/messages/message-texts.ts';
import { Button } from '#ui/button.tsx';

export interface PlaceholderButtonsProps {
  placeholders: readonly PlaceholderName[];
  /** Gets the word with its braces. */
  onInsert: (word: string) => void;
}

/** Words in braces, which a press puts where the caret is. */
export function PlaceholderButtons({ placeholders, onInsert }: PlaceholderButtonsProps) {
  return (
    <div role="group" aria-label="Insert" className="flex flex-wrap gap-1.5">
      {placeholders.map((name) => (
        <Button
          key={name}
          size="sm"
          variant="secondary"
          aria-label={`${PLACEHOLDERS[name]}: insert {${name}}`}
          onClick={() => onInsert(`{${name}}`)}
        >
          {PLACEHOLDERS[name]}
        </Button>
      ))}
    </div>
  );
}
