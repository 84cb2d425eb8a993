import { createFileRoute } from '@tanstack/react-router';
import { setsManager } from '#ops/inventory/kinds/sets-manager.tsx';
import { managerRoute } from '#ops/inventory/manager-route.ts';
import { Manager } from '#ops/inventory/manager.tsx';

export const Route = createFileRoute('/ops/_guard/sets-manager')({
  ...managerRoute('sets & packages manager'),
  component: () => <Manager definition={setsManager} />,
});
