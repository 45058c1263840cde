import { AT_REST, type PlayerState, speechPlayer } from './speech-player';
import { useOutside } from '../../platform/useOutside';

/** How far this one is heard; at rest while another one is, or none. */
export function usePlayer(key: string): PlayerState {
  return useOutside(speechPlayer.subscribe, () => {
    const state = speechPlayer.get();
    return state.key === key ? state : AT_REST;
  });
}

/** What is heard now, without how far. */
export const usePlayedKey = (): string | null => useOutside(speechPlayer.subscribe, () => speechPlayer.get().key);

export const useIsQueue = (): boolean => useOutside(speechPlayer.subscribe, () => speechPlayer.get().isQueue);
