import { createFileRoute } from '@tanstack/react-router';
import { OpsNotFoundPage } from '#ops/frame/ops-not-found-page.tsx';

export const Route = createFileRoute('/ops/_guard/$')({ pendingMs: 0, component: OpsNotFoundPage });
