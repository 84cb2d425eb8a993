import { createFileRoute } from '@tanstack/react-router';
import { gearManager } from '#ops/inventory/kinds/gear-manager.tsx';
import { managerRoute } from '#ops/inventory/manager-route.ts';
import { Manager } from '#ops/inventory/manager.tsx';

export const Route = createFileRoute('/ops/_guard/gear-manager')({
  ...managerRoute('gear manager'),
  component: () => <Manager definition={gearManager} />,
});
