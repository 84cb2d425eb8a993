import { createFileRoute } from '@tanstack/react-router';
import { crewManager } from '#ops/inventory/kinds/crew-manager.tsx';
import { managerRoute } from '#ops/inventory/manager-route.ts';
import { Manager } from '#ops/inventory/manager.tsx';

export const Route = createFileRoute('/ops/_guard/crew-manager')({
  ...managerRoute('crew manager'),
  component: () => <Manager definition={crewManager} />,
});
