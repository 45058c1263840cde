import type { FilmPlayback, PlayedVoice } from '@storyreel/contracts';
import { pictureAt } from '@storyreel/contracts';
import { logError } from '../../../platform/log';
import { createStore } from '../../../platform/store';

export interface PlayerState {
  /** Position in seconds from the beginning of the film. */
  at: number;
  isPlaying: boolean;
  /** True while the film is playing but waits for a picture or a narration to load. */
  isWaiting: boolean;
  isMuted: boolean;
  /** Scenes whose narration could not be played; the film continues without it. */
  unheard: readonly string[];
}

/** Browser functions that the player uses. */
export interface Outside {
  makeAudio: () => HTMLAudioElement;
  /** Returns the time in milliseconds. */
  now: () => number;
  /** Calls the callback before the next frame is drawn; returns a function that cancels the call. */
  nextFrame: (callback: () => void) => () => void;
}

const BROWSER: Outside = {
  makeAudio: () => new Audio(),
  now: () => performance.now(),
  nextFrame(callback) {
    const id = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(id);
  },
};

/**
 * Maximum seconds by which the film advances between two frames, so that nothing is skipped after the browser was
 * suspended.
 */
const LONGEST_STEP = 0.25;
/** Seconds by which the narration may differ from the player's clock before the clock is corrected. */
const CLOSE_ENOUGH = 0.12;
/** Milliseconds after which the film continues without a picture or a narration that has not loaded. */
const PICTURE_PATIENCE = 4_000;
const VOICE_PATIENCE = 8_000;
/** `HTMLMediaElement.HAVE_CURRENT_DATA` */
const HAS_DATA = 2;

/** Volume of the music by itself and under a voice, as in the rendered film. */
const MUSIC = { alone: 0.32, under: 0.1 } as const;
const MUSIC_FADE_SECONDS = 1.5;

const NOTHING: FilmPlayback = { seconds: 0, pictures: [], voices: [], captions: [], scenes: [] };

/**
 * Plays a film that is not rendered. Its clock follows the narration and waits for pictures to load. All narrations
 * share one audio element, because a phone lets only an element that was started by a tap play the next sound.
 */
export class FilmPlayer {
  private playback = NOTHING;
  private readonly store = createStore<PlayerState>({
    at: 0,
    isPlaying: false,
    isWaiting: false,
    isMuted: false,
    unheard: [],
  });
  private readonly loading = new Set<string>();
  private audio: HTMLAudioElement | null = null;
  private music: HTMLAudioElement | null = null;
  private musicUrl: string | null = null;
  private voice: PlayedVoice | null = null;
  private stop: (() => void) | null = null;
  private last = 0;
  private waitingSince: number | null = null;

  constructor(private readonly outside: Outside = BROWSER) {}

  get = this.store.get;
  subscribe = this.store.subscribe;

  get plan(): FilmPlayback {
    return this.playback;
  }

  /** Replaces the film's plan, for example after an edit; keeps the position unless the film has become shorter. */
  show(playback: FilmPlayback, musicUrl: string | null): void {
    this.playback = playback;
    this.musicUrl = musicUrl;
    // Also tells subscribers that there is a new plan.
    this.change({ at: Math.min(this.get().at, playback.seconds) });
    if (this.voice && !playback.voices.some(({ url }) => url === this.voice?.url)) this.silence();
  }

  play(): void {
    const { at, isPlaying } = this.get();
    if (isPlaying || this.playback.seconds === 0) return;
    this.change({ isPlaying: true, at: at >= this.playback.seconds - 0.05 ? 0 : at });
    this.last = this.outside.now();
    this.waitingSince = null;
    this.startMusic();
    // Must play in the same task as the tap, because a phone otherwise refuses the sound.
    this.hear(this.get().at);
    this.advance();
  }

  pause(): void {
    this.stop?.();
    this.stop = null;
    this.audio?.pause();
    this.music?.pause();
    this.change({ isPlaying: false, isWaiting: false });
  }

  toggle(): void {
    if (this.get().isPlaying) this.pause();
    else this.play();
  }

  seek(seconds: number): void {
    const at = Math.min(this.playback.seconds, Math.max(0, seconds));
    this.waitingSince = null;
    const before = this.voice;
    this.change({ at });
    if (this.get().isPlaying) this.hear(at);
    const now = this.voiceAt(at);
    if (this.audio && now && now.url === before?.url) this.audio.currentTime = at - now.from;
    if (this.music && this.music.duration > 0) this.music.currentTime = at % this.music.duration;
  }

  mute(isMuted: boolean): void {
    if (this.audio) this.audio.muted = isMuted;
    if (this.music) this.music.muted = isMuted;
    this.change({ isMuted });
  }

  /** Records that a picture is being loaded; the film waits for it when the picture is due. */
  loads(key: string): void {
    this.loading.add(key);
  }

  loaded(key: string): void {
    this.loading.delete(key);
  }

  dispose(): void {
    this.pause();
    this.silence();
    this.music?.removeAttribute('src');
    this.music = null;
    this.audio = null;
  }

  private advance(): void {
    this.stop = this.outside.nextFrame(() => {
      this.step();
      if (this.get().isPlaying) this.advance();
    });
  }

  private step(): void {
    const now = this.outside.now();
    const passed = Math.min(LONGEST_STEP, (now - this.last) / 1000);
    this.last = now;
    const { at } = this.get();
    if (this.isLate(at, now)) return;
    const next = this.timeAfter(at, passed, now);
    if (next === null) return;
    if (next >= this.playback.seconds) {
      this.change({ at: this.playback.seconds });
      this.pause();
      return;
    }
    this.change({ at: next, isWaiting: false });
    this.waitingSince = null;
    this.hear(next);
    this.levelMusic(next);
  }

  /** Returns true when the film must wait for a picture at this time; false once it has waited too long. */
  private isLate(at: number, now: number): boolean {
    const { pictures } = this.playback;
    const key = pictures[pictureAt(pictures, at)]?.key ?? '';
    if (!this.loading.has(key)) return false;
    if (this.waits(now, PICTURE_PATIENCE)) {
      this.audio?.pause();
      return true;
    }
    this.loading.delete(key);
    return false;
  }

  /**
   * Returns the film's next position, which follows the narration that is playing; null while the narration is loading.
   */
  private timeAfter(at: number, passed: number, now: number): number | null {
    const voice = this.voiceAt(at);
    const { audio } = this;
    if (!voice || !audio || this.isUnheard(voice) || audio.ended) return at + passed;
    if (audio.paused || audio.seeking || audio.readyState < HAS_DATA) {
      if (audio.paused) this.hear(at);
      if (this.waits(now, VOICE_PATIENCE)) return null;
      this.failed(voice, new Error('It took too long to load'));
      return at + passed;
    }
    const heard = voice.from + audio.currentTime;
    return Math.abs(heard - at - passed) <= CLOSE_ENOUGH ? at + passed : heard;
  }

  /** Returns true while the film should keep waiting; false once `patience` is exceeded. */
  private waits(now: number, patience: number): boolean {
    this.waitingSince ??= now;
    const isWaiting = now - this.waitingSince < patience;
    if (isWaiting !== this.get().isWaiting) this.change({ isWaiting });
    return isWaiting;
  }

  private voiceAt(at: number): PlayedVoice | undefined {
    return this.playback.voices.find(({ from, to }) => at >= from && at < to);
  }

  /** Plays the narration at a position; between two narrations, loads the next one. */
  private hear(at: number): void {
    const voice = this.voiceAt(at);
    const wanted = voice ?? this.playback.voices.find(({ from }) => from > at);
    if (!wanted || this.isUnheard(wanted)) {
      this.audio?.pause();
      return;
    }
    const audio = (this.audio ??= this.outside.makeAudio());
    if (this.voice?.url !== wanted.url) {
      audio.pause();
      audio.preload = 'auto';
      audio.muted = this.get().isMuted;
      audio.src = wanted.url;
      audio.currentTime = Math.max(0, at - wanted.from);
      audio.onerror = () => this.failed(wanted, audio.error);
    }
    this.voice = wanted;
    if (!voice) {
      if (!audio.paused) audio.pause();
      if (audio.currentTime !== 0) audio.currentTime = 0;
    } else if (audio.paused && !audio.ended) {
      if (Math.abs(audio.currentTime - (at - voice.from)) > CLOSE_ENOUGH) audio.currentTime = at - voice.from;
      Promise.resolve(audio.play()).catch((error: unknown) => {
        // Not an error: a pause or the next narration interrupts a start.
        if (!(error instanceof DOMException && error.name === 'AbortError')) this.failed(voice, error);
      });
    }
  }

  private isUnheard({ sceneId }: PlayedVoice): boolean {
    return this.get().unheard.includes(sceneId);
  }

  private failed(voice: PlayedVoice, error: unknown): void {
    if (this.isUnheard(voice) || this.voice?.url !== voice.url) return;
    logError('A narration could not be played', error);
    this.waitingSince = null;
    this.change({ unheard: [...this.get().unheard, voice.sceneId], isWaiting: false });
  }

  private silence(): void {
    this.audio?.pause();
    this.audio?.removeAttribute('src');
    this.voice = null;
  }

  private startMusic(): void {
    if (this.musicUrl === null) {
      this.music?.pause();
      return;
    }
    const music = (this.music ??= this.outside.makeAudio());
    const { at, isMuted } = this.get();
    if (music.getAttribute('src') !== this.musicUrl) music.src = this.musicUrl;
    music.loop = true;
    music.muted = isMuted;
    if (music.duration > 0) music.currentTime = at % music.duration;
    this.levelMusic(at);
    Promise.resolve(music.play()).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        logError('The music could not be played', error);
    });
  }

  private levelMusic(at: number): void {
    if (!this.music) return;
    const end = Math.min(1, Math.max(0, (this.playback.seconds - at) / MUSIC_FADE_SECONDS));
    this.music.volume = end * (this.voiceAt(at) ? MUSIC.under : MUSIC.alone);
  }

  private change(part: Partial<PlayerState>): void {
    this.store.set({ ...this.get(), ...part });
  }
}
