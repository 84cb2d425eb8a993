import { createFileRoute } from '@tanstack/react-router';
import { propsManager } from '#ops/inventory/kinds/props-manager.tsx';
import { managerRoute } from '#ops/inventory/manager-route.ts';
import { Manager } from '#ops/inventory/manager.tsx';

export const Route = createFileRoute('/ops/_guard/props-manager')({
  ...managerRoute('props manager'),
  component: () => <Manager definition={propsManager} />,
});
