import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '#ops/shell/not-found-page.tsx';

export const Route = createFileRoute('/ops/_guard/$')({ pendingMs: 0, component: NotFoundPage });
