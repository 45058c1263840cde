import { AT_REST, type PlayerState, speechPlayer } from './speech-player';
import { useExternalStore } from '../../platform/useOutside';

/** How far this one is heard; at rest while another one is, or none. */
export function usePlayer(key: string): PlayerState {
  return useExternalStore(speechPlayer.subscribe, () => {
    const state = speechPlayer.get();
    return state.key === key ? state : AT_REST;
  });
}

/** What is heard now, without how far. */
export const usePlayedKey = (): string | null => useExternalStore(speechPlayer.subscribe, () => speechPlayer.get().key);

export const useIsQueue = (): boolean => useExternalStore(speechPlayer.subscribe, () => speechPlayer.get().isQueue);
