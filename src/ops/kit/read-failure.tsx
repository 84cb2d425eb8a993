import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { PageMessage, type PageMessageProps } from '#ui/page-message.tsx';

export interface ReadFailureProps extends Pick<PageMessageProps, 'title' | 'level'> {
  read: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  /** A notice already shows the server's message. */
  isNotified?: boolean;
}

/** Error state of a failed read: the reason and a retry button. */
export function ReadFailure({ title, level = 1, read, isNotified = false }: ReadFailureProps) {
  return (
    <PageMessage
      level={level}
      title={title}
      text={isNotified ? undefined : read.error?.message}
      action={
        <Button
          variant={level === 1 ? 'primary' : 'secondary'}
          size={level === 1 ? 'md' : 'sm'}
          busy={read.isFetching}
          onClick={() => void read.refetch()}
        >
          Try again
        </Button>
      }
    />
  );
}
