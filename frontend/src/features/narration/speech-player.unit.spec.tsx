import { SpeechPlayer } from './speech-player';

jest.mock('../../ui', () => ({ tellFailure: jest.fn() }));
const { tellFailure } = jest.requireMock<{ tellFailure: jest.Mock }>('../../ui');

const ONE = { key: 'one', url: '/one.mp3' };
const TWO = { key: 'two', url: '/two.mp3' };

/** Returns a player for a fake element with the given `play` function. */
function stage(play: () => Promise<void> = () => Promise.resolve()) {
  const audio = new Audio();
  audio.play = jest.fn(play);
  audio.pause = jest.fn();
  const player = new SpeechPlayer(() => audio);
  const told = () => audio.dispatchEvent(new Event('timeupdate'));
  return { audio, player, told };
}
/** Waits until the rejection of a start has been handled. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

beforeEach(() => {
  tellFailure.mockClear();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('the player', () => {
  it('ends the previous sound, and shows the progress of the new one', () => {
    const { audio, player, told } = stage();
    player.play(ONE);
    player.play(TWO);
    Object.defineProperty(audio, 'currentTime', { value: 2.5, writable: true });
    told();
    expect(audio.getAttribute('src')).toBe('/two.mp3');
    expect(player.get()).toEqual({ key: 'two', isPaused: false, at: 2.5, isQueue: false });
  });

  it('continues with the next one, and stops after the last', () => {
    const { audio, player } = stage();
    player.play(ONE, [TWO]);
    expect(player.get().isQueue).toBe(true);
    audio.dispatchEvent(new Event('ended'));
    expect(player.get()).toMatchObject({ key: 'two', isQueue: true });
    audio.dispatchEvent(new Event('ended'));
    expect([player.get().key, audio.hasAttribute('src')]).toEqual([null, false]);
  });

  it('stays where it was paused, also by the system, and continues from there', () => {
    const { audio, player } = stage();
    player.play(ONE);
    player.pause();
    expect(player.get()).toMatchObject({ key: 'one', isPaused: true });
    player.resume();
    expect([player.get().isPaused, jest.mocked(audio.play).mock.calls.length]).toEqual([false, 2]);
    audio.dispatchEvent(new Event('pause'));
    expect(player.get().isPaused).toBe(true);
  });

  it('stops only the requested sound', () => {
    const { player } = stage();
    player.play(ONE);
    player.stop('two');
    expect(player.get().key).toBe('one');
    player.stop('one');
    expect(player.get().key).toBeNull();
  });

  it('names what could not be played, once, and plays nothing after it', async () => {
    const { audio, player } = stage(() => Promise.reject(new DOMException('no source', 'NotSupportedError')));
    player.play(ONE, [TWO]);
    audio.dispatchEvent(new Event('error'));
    await settled();
    expect(tellFailure).toHaveBeenCalledTimes(1);
    expect(player.get().key).toBeNull();
  });

  it('reports no error for a start that another one has replaced', async () => {
    const { player } = stage(() => Promise.reject(new DOMException('interrupted', 'AbortError')));
    player.play(ONE);
    player.play(TWO);
    await settled();
    expect(tellFailure).not.toHaveBeenCalled();
    expect(player.get().key).toBe('two');
  });
});
