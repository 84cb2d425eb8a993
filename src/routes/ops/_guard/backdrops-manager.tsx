import { createFileRoute } from '@tanstack/react-router';
import { backdropsManager } from '#ops/inventory/kinds/backdrops-manager.tsx';
import { managerRoute } from '#ops/inventory/manager-route.ts';
import { Manager } from '#ops/inventory/manager.tsx';

export const Route = createFileRoute('/ops/_guard/backdrops-manager')({
  ...managerRoute('backdrops manager'),
  component: () => <Manager definition={backdropsManager} />,
});
