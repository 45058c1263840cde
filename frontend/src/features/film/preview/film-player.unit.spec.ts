import type { FilmPlayback } from '@storyreel/contracts';
import { FilmPlayer } from './film-player';

/** Fake audio element whose playback position the test moves. */
class FakeAudio extends EventTarget {
  src = '';
  currentTime = 0;
  readyState = 4;
  paused = true;
  ended = false;
  seeking = false;
  muted = false;
  volume = 1;
  loop = false;
  preload = '';
  duration = 60;
  refusal: Error | null = null;
  onerror: (() => void) | null = null;
  play(): Promise<void> {
    if (this.refusal) return Promise.reject(this.refusal);
    this.paused = false;
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
  }
  getAttribute(): string {
    return this.src;
  }
  removeAttribute(): void {
    this.src = '';
  }
}

const camera = { move: 'push-in', near: 1, far: 1 } as const;
const picture = (n: number) => ({
  ...{ key: `p${n}`, kind: 'image' as const, url: `/p${n}`, camera, sceneId: `s${n}` },
  ...{ from: n * 4, to: n * 4 + 4, fadeIn: 0, fadeOut: 0 },
});
const playback: FilmPlayback = {
  seconds: 8,
  pictures: [picture(0), picture(1)],
  voices: [0, 1].map((n) => ({ sceneId: `s${n}`, url: `/v${n}`, from: n * 4 + 0.2, to: n * 4 + 3.4 })),
  captions: [],
  scenes: [],
};

function stage(music: string | null = null) {
  const made: FakeAudio[] = [];
  let now = 0;
  let callback: (() => void) | null = null;
  const player = new FilmPlayer({
    makeAudio() {
      const audio = new FakeAudio();
      made.push(audio);
      return audio as unknown as HTMLAudioElement;
    },
    now: () => now,
    nextFrame(next) {
      callback = next;
      return () => {
        callback = null;
      };
    },
  });
  player.show(playback, music);
  /** Lets frames pass, during which the playing narration advances as well. */
  const pass = (seconds: number, isHeard = true): void => {
    for (let frame = 0; frame < Math.round(seconds * 20); frame++) {
      now += 50;
      for (const audio of made) if (isHeard && !audio.paused) audio.currentTime += 0.05;
      const next = callback;
      callback = null;
      next?.();
    }
  };
  return { player, pass, made, at: () => player.get().at };
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the player of an unrendered film', () => {
  it('plays narrations one after the other with one element, and ends at the end', () => {
    const { player, pass, made, at } = stage();
    player.play();
    expect(made[0]?.src).toBe('/v0');
    pass(1);
    expect([at(), made[0]?.paused]).toEqual([expect.closeTo(1, 1), false]);
    pass(2.6);
    // Between two narrations the next one is loaded.
    expect([made[0]?.src, made[0]?.paused]).toEqual(['/v1', true]);
    pass(1.4);
    expect([made[0]?.src, made[0]?.paused]).toEqual(['/v1', false]);
    pass(4);
    expect(player.get()).toMatchObject({ at: 8, isPlaying: false });
    expect(made).toHaveLength(1);
    player.play();
    expect(at()).toBe(0);
  });

  it('follows the narration, and waits while it is loading', () => {
    const { player, pass, made, at } = stage();
    player.play();
    pass(1);
    const [audio] = made;
    if (!audio) throw new Error('Nothing is heard');
    audio.readyState = 1;
    pass(1, false);
    expect([at(), player.get().isWaiting]).toEqual([expect.closeTo(1, 1), true]);
    audio.readyState = 4;
    audio.currentTime = 2;
    pass(0.1);
    expect([at(), player.get().isWaiting]).toEqual([expect.closeTo(2.3, 1), false]);
  });

  it('continues silently when a narration cannot be played, and says so', async () => {
    const { player, pass, made, at } = stage();
    player.seek(3.5);
    player.play();
    const [audio] = made;
    if (!audio) throw new Error('Nothing is heard');
    audio.refusal = new Error('no such file');
    pass(1);
    await Promise.resolve();
    await Promise.resolve();
    pass(0.5);
    expect([at(), player.get().unheard]).toEqual([expect.closeTo(4.75, 1), ['s1']]);
    expect(player.get().isPlaying).toBe(true);
  });

  it('waits for an image for a limited time', () => {
    const { player, pass, at } = stage();
    player.loads('p1');
    player.seek(3.9);
    player.play();
    pass(1);
    expect([at(), player.get().isWaiting]).toEqual([expect.closeTo(4, 1), true]);
    player.loaded('p1');
    pass(0.3);
    expect(player.get().isWaiting).toBe(false);
    player.loads('p1');
    pass(4.5);
    expect(at()).toBeGreaterThan(4.2);
  });

  it('seeks within a narration and between two, also while it plays', () => {
    const { player, pass, made, at } = stage();
    player.play();
    pass(0.5);
    player.seek(2);
    expect(made[0]?.currentTime).toBeCloseTo(1.8);
    player.seek(6);
    expect([made[0]?.src, made[0]?.currentTime]).toEqual(['/v1', expect.closeTo(1.8)]);
    player.seek(-3);
    expect(at()).toBe(0);
    player.pause();
    expect(made[0]?.paused).toBe(true);
  });

  it('plays music under the voices, more softly there, until the end', () => {
    const { player, pass, made } = stage('/music');
    player.play();
    const music = made.find(({ src }) => src === '/music');
    expect([music?.loop, music?.paused]).toEqual([true, false]);
    pass(1);
    const under = music?.volume ?? 1;
    pass(2.7);
    expect(music?.volume).toBeGreaterThan(under);
    pass(5);
    expect(music?.paused).toBe(true);
    player.mute(true);
    expect(music?.muted).toBe(true);
  });
});
