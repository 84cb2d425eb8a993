import { createFileRoute } from '@tanstack/react-router';
import { clothesManager } from '#ops/inventory/kinds/clothes-manager.tsx';
import { managerRoute } from '#ops/inventory/manager-route.ts';
import { Manager } from '#ops/inventory/manager.tsx';

export const Route = createFileRoute('/ops/_guard/clothes-manager')({
  ...managerRoute('clothes manager'),
  component: () => <Manager definition={clothesManager} />,
});
