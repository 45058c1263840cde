import { planFilm, scenesOfStory } from './plan-film';
import type { FilmFacts, SceneFacts } from './plan-film';

const PROJECT = '22222222-2222-4222-8222-222222222222';
/** About as long as 925 English words. */
const TALE = 'The keeper rowed out at dawn. '.repeat(172);

const facts = (more: Partial<FilmFacts> = {}): FilmFacts => ({
  projectId: PROJECT,
  story: TALE,
  hasContinuity: false,
  scenes: [],
  narrator: { speed: 1, problem: null },
  cardSeconds: 0,
  includedImages: 60,
  imageUnits: 40_000,
  clipUnits: null,
  availableUnits: 1_000_000,
  standIns: [],
  ...more,
});
const scene = (n: number, more: Partial<SceneFacts> = {}): SceneFacts => ({
  id: `scene-${n}`,
  title: `Beat ${n}`,
  described: false,
  pictured: false,
  animated: false,
  speech: { seconds: 10, units: 1_000 },
  silent: null,
  seconds: 5,
  ...more,
});
const stepsOf = ({ plan }: ReturnType<typeof planFilm>) => plan.steps.map(({ step, count }) => `${step} ${count}`);

describe('the plan of a film from a story', () => {
  it('has every step, and fits a tale of 925 words at 720p into the 100 zaps of a new account', () => {
    const planned = planFilm(facts(), { quality: '720p' });
    expect(stepsOf(planned)).toEqual([
      'scenes 1',
      'continuity 1',
      'descriptions 20',
      'speech 20',
      'images 20',
      'film 1',
    ]);
    expect(planned.items).toEqual(['scenes', 'continuity', 'film'].map((step) => ({ step, ids: [PROJECT] })));
    expect(planned.perScene).toEqual(['descriptions', 'speech', 'images']);
    expect(planned.plan.seconds).toBeGreaterThan(300);
    expect(planned.plan.seconds).toBeLessThan(400);
    expect(planned.units).toBeLessThan(500_000);
    expect(planned).toMatchObject({ problem: null, plan: { lacks: [], scenes: 20 } });
  });

  it('makes only the missing parts of existing scenes', () => {
    const scenes = [
      scene(1, { described: true, pictured: true, speech: { seconds: 12, units: 0 } }),
      scene(2, { described: true }),
      scene(3, { silent: 'It has nothing to say.', speech: null }),
    ];
    const planned = planFilm(facts({ scenes, hasContinuity: true }), { quality: 'draft' });
    expect(planned.items).toEqual([
      { step: 'descriptions', ids: ['scene-3'] },
      { step: 'speech', ids: ['scene-2'] },
      { step: 'images', ids: ['scene-2', 'scene-3'] },
      { step: 'film', ids: [PROJECT] },
    ]);
    expect(planned.plan).toMatchObject({
      scenes: 3,
      seconds: 28,
      lacks: ['“Beat 3” will have no narration: It has nothing to say.'],
    });
    expect(planned.units).toBe(5_000 + 1_000 + 1_000);
  });

  it('makes clips with the zaps that the other steps leave, and counts the scenes without a clip', () => {
    const base = planFilm(facts(), { quality: '720p' }).units;
    const clips = (available: number) =>
      planFilm(facts({ clipUnits: 90_000, availableUnits: available }), { quality: '720p' });
    expect(stepsOf(clips(base + 270_000))).toContain('clips 3');
    expect(clips(base + 270_000).units).toBe(base + 270_000);
    expect(clips(base + 270_000).plan.lacks).toEqual([
      'Only 3 of 20 scenes will have a clip: there are no zaps for more.',
    ]);
    expect(clips(base + 89_999).plan).toMatchObject({ lacks: [expect.stringContaining('There will be no clips')] });
    expect(clips(base + 89_999).units).toBe(base);
  });

  it('notes that no narration is possible, and charges nothing for narration', () => {
    const problem = 'The story is in Thai, which this voice does not speak.';
    const planned = planFilm(facts({ narrator: { speed: 1, problem } }), { quality: '720p' });
    expect(stepsOf(planned)).not.toContain('speech 20');
    expect(planned.plan.lacks).toEqual([`The film will have no narration: ${problem}`]);
  });

  it.each([
    ['an empty story', { story: ' \n' }, 'Please write a story first.'],
    [
      'a story of an hour',
      { story: TALE.repeat(10) },
      /^This story takes about \d+:\d\d, and a film can last at most /,
    ],
  ])('refuses %s', (_what, more, problem) => {
    expect(planFilm(facts(more), { quality: '720p' }).problem).toMatch(problem);
  });

  it.each([
    ['a sentence', 'The keeper rowed out at dawn.', 1],
    ['a minute of Japanese', 'あ'.repeat(300), 4],
    ['a tale', TALE, 20],
  ])('expects a maximum number of scenes for %s', (_what, story, count) => {
    expect(scenesOfStory(story, 1)).toBe(count);
  });
});
