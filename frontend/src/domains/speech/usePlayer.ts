import { useSyncExternalStore } from 'react';
import { AT_REST, type PlayerState, speechPlayer } from './speech-player';

/** How far this one is heard; at rest while another one is, or none. */
export function usePlayer(key: string): PlayerState {
  return useSyncExternalStore(speechPlayer.subscribe, () => {
    const state = speechPlayer.get();
    return state.key === key ? state : AT_REST;
  });
}

/** What is heard now, without how far. */
export const usePlayedKey = (): string | null =>
  useSyncExternalStore(speechPlayer.subscribe, () => speechPlayer.get().key);

export const useIsQueue = (): boolean => useSyncExternalStore(speechPlayer.subscribe, () => speechPlayer.get().isQueue);
