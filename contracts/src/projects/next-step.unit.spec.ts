import { nextStep, PROJECT_STEPS, STEP_NAMES, STEP_TABS, type StepFacts } from './progression';

const facts = (counts: Partial<StepFacts['sceneCounts']> = {}, changes: Partial<StepFacts> = {}): StepFacts => ({
  hasStory: true,
  completedVideoUrl: null,
  sceneCounts: { total: 3, prompted: 3, withImage: 3, narrated: 3, ...counts },
  ...changes,
});

describe('the next step of a project', () => {
  it.each([
    ['story', facts({ total: 0 }, { hasStory: false })],
    ['scenes', facts({ total: 0 })],
    ['descriptions', facts({ prompted: 2, withImage: 3 })],
    ['images', facts({ withImage: 2, narrated: 2 })],
    ['narration', facts({ narrated: 0 })],
    ['narration', facts({ narrated: 2 })],
    ['film', facts()],
    ['publish', facts({}, { completedVideoUrl: '/api/media/film.mp4' })],
  ] as const)('is %s once all earlier ones are done', (step, project) => {
    expect(nextStep(project)).toBe(step);
  });

  it('is publishing for a project with a film but no scene', () => {
    expect(nextStep(facts({ total: 0 }, { hasStory: false, completedVideoUrl: '/api/media/film.mp4' }))).toBe(
      'publish',
    );
  });

  it('has a name and a tab, and tabs follow the order of the workspace', () => {
    expect(PROJECT_STEPS.map((step) => STEP_TABS[step])).toEqual([
      'story',
      'story',
      'scenes',
      'build',
      'audio',
      'create',
      'publish',
    ]);
    for (const step of PROJECT_STEPS) expect(STEP_NAMES[step]).not.toBe('');
  });
});
