import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { PageMessage, type PageMessageProps } from '#ui/page-message.tsx';

/** Props of {@link ReadFailure}. */
export interface ReadFailureProps extends Pick<PageMessageProps, 'title' | 'level'> {
  read: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  /** The server's message was told by a notice. */
  told?: boolean;
}

/** What stands in the place of something that could not be read: why, and a way to try again. */
export function ReadFailure({ title, level = 1, read, told = false }: ReadFailureProps) {
  return (
    <PageMessage
      level={level}
      title={title}
      text={told ? undefined : read.error?.message}
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
