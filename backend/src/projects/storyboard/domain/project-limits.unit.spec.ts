import { image, scene, video } from '../../../testing/project-fixtures';
import { withinProjectLimits } from './project-limits';

const refusal = (run: () => void): string | null => {
  try {
    run();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};
/** Returns scene number n with exactly this size in bytes as JSON. */
function sized(n: number, bytes: number) {
  const empty = scene(n);
  const rest = bytes - Buffer.byteLength(JSON.stringify(empty));
  return { ...empty, description: 'x'.repeat(rest) };
}

describe('the limit of a project', () => {
  it('is a thousand scenes', () => {
    const scenes = (count: number) => Array.from({ length: count }, (_, n) => scene(n));
    expect(refusal(() => withinProjectLimits(scenes(1_000)))).toBeNull();
    expect(refusal(() => withinProjectLimits(scenes(1_001)))).toBe('A project can have at most 1000 scenes.');
  });

  it('is 48 MB, counted in bytes of all scenes together', () => {
    const halves = (more: number) => [sized(1, 24_000_000), sized(2, 24_000_000 + more)];
    expect(refusal(() => withinProjectLimits(halves(0)))).toBeNull();
    expect(refusal(() => withinProjectLimits(halves(1)))).toBe(
      'The scenes of a project can hold at most 48 MB of text.',
    );
  });

  it('counts bytes, of which a character can have several', () => {
    const story = (text: string) => [{ ...scene(1), description: text.repeat(14_000_000) }];
    expect(refusal(() => withinProjectLimits(story('ä')))).toBeNull();
    expect(refusal(() => withinProjectLimits(story('漢漢')))).toMatch('48 MB');
    // A control character takes six bytes in JSON.
    expect(refusal(() => withinProjectLimits([{ ...scene(1), description: '\u0001'.repeat(8_000_000) }]))).toMatch(
      '48 MB',
    );
  });

  it('includes media, also removed ones', () => {
    // Scenes of some 38,000 bytes each, which is less than the rough estimate of their size.
    const ids = (length: number) => Array.from({ length: 1_300 }, (_, n) => `${n}${'x'.repeat(length)}`);
    const removed = { index: 0, at: '', type: 'image', id: 'a', url: 'x'.repeat(38_000) } as const;
    const images = scene(1, { images: ids(19_000).map((id) => image(id)) });
    const videos = scene(2, { videos: ids(12_700).map((id) => video(id)) });
    const taken = { ...scene(3), removedMedia: Array.from({ length: 1_300 }, () => removed) };
    expect(refusal(() => withinProjectLimits([images]))).toMatch('48 MB');
    expect(refusal(() => withinProjectLimits([videos]))).toMatch('48 MB');
    expect(refusal(() => withinProjectLimits([taken]))).toMatch('48 MB');
    expect(refusal(() => withinProjectLimits([scene(1, { images: [image('a')], videos: [video('v')] })]))).toBeNull();
  });
});
