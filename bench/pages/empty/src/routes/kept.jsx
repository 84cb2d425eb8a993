import { createFileRoute } from '@tanstack/react-router';

/** The same page where the server may keep it. */
export const Route = createFileRoute('/kept')({ component: () => <h1>Empty</h1> });
