import { useLocation } from '@tanstack/react-router';
import { buttonClass, type ButtonSize } from '#ui/button.tsx';

export interface RetryLinkProps {
  size?: ButtonSize;
  onRetry: () => void;
}

/** 'Try again' after a failed read: calls `onRetry`, or without JavaScript reloads the page. */
export function RetryLink({ size, onRetry }: RetryLinkProps) {
  const { href } = useLocation();
  return (
    <a
      href={href}
      className={buttonClass({ variant: 'secondary', size })}
      onClick={(event) => {
        event.preventDefault();
        onRetry();
      }}
    >
      Try again
    </a>
  );
}
