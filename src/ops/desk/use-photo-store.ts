import { useRouteContext } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useProfile } from '../kit/profile.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { photoStore, type PhotoState, type PhotoStore } from './photo-store.ts';

/** The photos of the signed-in user that wait in this browser; sent while a component uses them. */
export function usePhotoStore(): { store: PhotoStore; photos: PhotoState } {
  const { backend } = useRouteContext({ from: '__root__' });
  const store = photoStore(useStaffApi(), backend, useProfile()?.id ?? '');
  return { store, photos: useSyncExternalStore(store.subscribe, store.state) };
}
