import { logError } from '../../platform/log';
import { createStore, useExternalStore } from '../../platform/store';
import { tellFailure } from '../../ui';

/** An audio track. */
export interface Track {
  /** Key that is unique among all tracks. */
  key: string;
  url: string;
}

interface PlayerState {
  /** Key of the loaded track; null while none is loaded. */
  key: string | null;
  isPaused: boolean;
  /** Position in seconds. */
  at: number;
  /** True for a queue, whose tracks play one after another without a click. */
  isQueue: boolean;
}

const AT_REST: PlayerState = { key: null, isPaused: true, at: 0, isQueue: false };

/**
 * The page's only audio player, so starting a track ends the previous one. All tracks share one audio element, because
 * a phone lets only an element that was started by a tap play the next track by itself.
 */
export class SpeechPlayer {
  private audio: HTMLAudioElement | null = null;
  private waiting: readonly Track[] = [];
  private readonly state = createStore<PlayerState>(AT_REST);

  constructor(private readonly makeAudio: () => HTMLAudioElement = () => new Audio()) {}

  get = this.state.get;
  subscribe = this.state.subscribe;

  /**
   * Plays a track.
   * @param following tracks to play afterwards, in order
   */
  play({ key, url }: Track, following: readonly Track[] = [], isQueue = following.length > 0): void {
    const audio = (this.audio ??= this.prepared());
    this.waiting = following;
    this.state.set({ key, isPaused: false, at: 0, isQueue });
    audio.src = url;
    this.begin(audio, key);
  }

  pause(): void {
    this.audio?.pause();
    this.change({ isPaused: true });
  }

  resume(): void {
    const { key } = this.state.get();
    if (!this.audio || key === null) return;
    this.change({ isPaused: false });
    this.begin(this.audio, key);
  }

  /**
   * Moves the position.
   * @param seconds from the start of the track
   */
  seek(seconds: number): void {
    if (!this.audio) return;
    this.audio.currentTime = seconds;
    this.change({ at: seconds });
  }

  /**
   * Stops playback.
   * @param only the key of the track to stop; any track if omitted
   */
  stop(only?: string): void {
    const { key } = this.state.get();
    if (key === null || (only !== undefined && key !== only)) return;
    this.waiting = [];
    this.state.set(AT_REST);
    this.audio?.pause();
    this.audio?.removeAttribute('src');
  }

  private begin(audio: HTMLAudioElement, key: string): void {
    // The promise also rejects when a pause or another start interrupts this one.
    Promise.resolve(audio.play()).catch((error: unknown) => {
      const { key: now, isPaused } = this.state.get();
      if (now === key && !isPaused && !(error instanceof DOMException && error.name === 'AbortError'))
        this.failed(error);
    });
  }

  private prepared(): HTMLAudioElement {
    const audio = this.makeAudio();
    audio.preload = 'auto';
    audio.addEventListener('timeupdate', () => this.change({ at: audio.currentTime }));
    audio.addEventListener('ended', () => this.next());
    // The system may pause playback as well, for example when headphones are unplugged or a call comes in.
    audio.addEventListener('pause', () => !audio.ended && this.change({ isPaused: audio.paused }));
    audio.addEventListener('error', () => this.state.get().key !== null && this.failed(audio.error));
    return audio;
  }

  private change(part: Partial<PlayerState>): void {
    const state = this.state.get();
    if (state.key !== null) this.state.set({ ...state, ...part });
  }

  private next(): void {
    const [track, ...following] = this.waiting;
    if (track) this.play(track, following, true);
    else this.stop();
  }

  private failed(error: unknown): void {
    logError('A recording could not be played', error);
    this.stop();
    tellFailure("Couldn't play the recording", 'Check your connection and try again.');
  }
}

export const speechPlayer = new SpeechPlayer();

/** Returns the playback state of a track; the state of a stopped track while another one or none is loaded. */
export function usePlayer(key: string): PlayerState {
  return useExternalStore(speechPlayer.subscribe, () => {
    const state = speechPlayer.get();
    return state.key === key ? state : AT_REST;
  });
}

/** Returns the key of the loaded track, without rerendering for each change of the position. */
export const usePlayedKey = (): string | null => useExternalStore(speechPlayer.subscribe, () => speechPlayer.get().key);

export const useIsQueue = (): boolean => useExternalStore(speechPlayer.subscribe, () => speechPlayer.get().isQueue);
