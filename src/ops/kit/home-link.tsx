import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';
import { useProfile } from './profile.ts';

/** A button that leads to the first page: the dashboard, for a storekeeper Today. */
export function HomeLink() {
  const isStorekeeper = useProfile()?.role === 'storekeeper';
  return (
    <Link
      to={isStorekeeper ? '/ops/today' : '/ops/dashboard'}
      className={buttonClass({ variant: 'secondary', size: 'sm' })}
    >
      {isStorekeeper ? 'Back to Today' : 'Back to the dashboard'}
    </Link>
  );
}
