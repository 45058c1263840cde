import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filmPlan, filmScene } from './renderer/testing/film-material';
import { FilmParts, partPlans, shareOf } from './stored-film-maker';

it('the progress of a film never decreases, and ends at 1', () => {
  const steps = (['prepare', 'sound', 'pictures', 'join'] as const).flatMap((step) =>
    [0, 1, 2, 3].map((done) => shareOf({ step, done, of: 2 }).progress),
  );
  expect([...steps].sort((a, b) => a - b)).toEqual(steps);
  expect(steps.at(-1)).toBe(1);
  expect(shareOf({ step: 'sound', done: 0, of: 0 })).toEqual({ progress: 0.05, words: 'Mixing the sound' });
});

it('the progress of a film names the scene being rendered', () => {
  const at = { step: 'pictures', done: 1, of: 2 } as const;
  expect(shareOf({ ...at, scene: { number: 3, of: 5 } }).words).toBe('Rendering scene 3 of 5');
  expect(shareOf(at).words).toBe('Rendering the scenes');
});

const HOUR = 60 * 60 * 1_000;
const NOW = Date.UTC(2026, 5, 1);

describe('the parts of films', () => {
  let home: string;
  let parts: FilmParts;
  let erased: Date | null;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-parts-'));
    erased = null;
    parts = new FilmParts({ home }, { lastErasure: () => Promise.resolve(erased) });
    mkdirSync(parts.folder, { recursive: true });
  });
  afterEach(() => rmSync(home, { recursive: true }));

  /** Writes a folder with files, like a part that is being made. */
  function write(name: string, ageHours: number): void {
    const path = join(parts.folder, name);
    mkdirSync(path);
    writeFileSync(join(path, 'body.mp4'), Buffer.alloc(6));
    writeFileSync(join(path, 'tail.mp4'), Buffer.alloc(4));
    const then = new Date(NOW - ageHours * HOUR);
    utimesSync(path, then, then);
  }

  it('are kept within the limit, and the least recently used are deleted first', async () => {
    ['a', 'b', 'c', 'd'].forEach((name, n) => write(name, 10 + n));
    await expect(parts.sweep(25, NOW)).resolves.toBe(2);
    expect(readdirSync(parts.folder).sort()).toEqual(['a', 'b']);
  });

  it('are kept while they may be in use, even above the limit', async () => {
    ['a', 'b'].forEach((name) => write(name, 1));
    await expect(parts.sweep(0, NOW)).resolves.toBe(0);
  });

  it('from before the erasure of an account are deleted as soon as no film can be using them', async () => {
    ['a', 'b', 'c'].forEach((name, n) => write(name, 5 + 2 * n));
    erased = new Date(NOW - 8 * HOUR);
    await expect(parts.sweep(100, NOW)).resolves.toBe(1);
    expect(readdirSync(parts.folder).sort()).toEqual(['a', 'b']);
  });

  it('may be missing where no film was made', async () => {
    rmSync(parts.folder, { recursive: true });
    await expect(parts.sweep()).resolves.toBe(0);
  });

  it('are cleared of the leftovers of a film that never ended', async () => {
    const left = parts.workOf('dead');
    mkdirSync(left, { recursive: true });
    const then = new Date(NOW - 48 * HOUR);
    utimesSync(left, then, then);
    await expect(parts.sweep(0, NOW)).resolves.toBe(1);
  });
});

it('a long film is also planned in parts, each with its own title card, and the last with the end card', () => {
  const scenes = ['a', 'b', 'c'].map((id) => filmScene(id, `/${id}.mp4`));
  const plan = filmPlan(scenes, { title: { text: 'The Lamp' }, end: { text: 'The end' } });
  const picture = { kind: 'clip' as const, url: '', trimStart: 0, muted: false };
  const asked = (seconds: number) => ({
    ...{ title: 'A tale', titleCard: 'The Lamp', endCard: 'The end', musicUrl: null, seconds: 3 * seconds },
    ...{ quality: 'draft' as const, format: '9:16' as const, captions: 'off' as const },
    blocks: scenes.map(({ id }) => ({
      ...{ sceneId: id, title: id, picture, speech: null, seconds, transition: 'cut' as const },
    })),
  });
  expect(partPlans(plan, asked(50))).toEqual([]);
  const parts = partPlans(plan, asked(80));
  expect(parts.map(({ title, end, scenes: own }) => [title?.text, end?.text, own.map(({ id }) => id)])).toEqual([
    ['The Lamp – Part 1 of 2', undefined, ['a', 'b']],
    ['The Lamp – Part 2 of 2', 'The end', ['c']],
  ]);
});
