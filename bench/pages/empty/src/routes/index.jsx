import { createFileRoute } from '@tanstack/react-router';

/** Made anew for each who asks, as the framework does by itself. */
export const Route = createFileRoute('/')({
  headers: () => ({ 'cache-control': 'no-store' }),
  component: () => <h1>Empty</h1>,
});
