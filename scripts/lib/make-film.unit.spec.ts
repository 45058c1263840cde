import { fakeServer, type Call, type Route } from '../testing/fake-server';
import { ApiClient } from './api-client.mjs';
import { findClipModel, isRetired, videoPrice } from '@storyreel/contracts';
import { CLIPS, makeFilm, shortenStory } from './make-film.mjs';
import { VIDEO } from './make-storyboard.mjs';

const FILES = { url: '/f', srtUrl: '/s', vttUrl: '/v', seconds: 9, bytes: 5 };
const STEPS = [
  { step: 'scenes', count: 1, zaps: 0.5 },
  { step: 'speech', count: 2, zaps: 1.2 },
  { step: 'images', count: 2, zaps: 0 },
  { step: 'film', count: 1, zaps: 1 },
];

interface Story {
  balance?: number;
  lacks?: string[];
  /** Number of failing attempts at the narration of scene 2. */
  mute?: number;
  pause?: string;
  /** Number of reads of the list of films before it has the made film's files. */
  late?: number;
}

/** Routes of the API for one project of two scenes; the batch is over when it is read the second time. */
function filmApi({ balance = 100, lacks = [], mute = 0, pause, late = 0 }: Story): Route[] {
  let looks = 0;
  let tries = 0;
  let reads = 0;
  const progress = () => {
    const isOver = looks >= 2;
    const silent = tries < mute;
    const steps = [
      { step: 'speech', total: 2, made: isOver ? (silent ? 1 : 2) : 1, missing: isOver && silent ? 1 : 0 },
      { step: 'film', total: 1, made: isOver ? 1 : 0, missing: 0 },
    ];
    const problems = isOver && silent ? [{ message: 'Narration of “Dawn”: no voice' }] : [];
    const state = pause ? { status: 'paused', pause: { message: pause } } : { status: 'running', pause: null };
    return { id: 'b1', isOver, failed: problems.length, spentZaps: 2, steps, problems, ...state };
  };
  return [
    [
      /^POST \/api\/batches\/quote$/,
      () => ({
        body: {
          zaps: 2.7,
          plan: { scenes: 2, seconds: 61, steps: STEPS, lacks, notes: ['Stand-ins: voices.'] },
        },
      }),
    ],
    [/^GET \/api\/credits\/balance$/, () => ({ body: { balance } })],
    [/^POST \/api\/batches$/, () => ({ status: 201, body: progress() })],
    [
      /^GET \/api\/batches\/b1$/,
      () => {
        looks += 1;
        return { body: progress() };
      },
    ],
    [
      /^POST \/api\/batches\/b1\/retry$/,
      () => {
        looks = 0;
        tries += 1;
        return { body: progress() };
      },
    ],
    [
      /^GET \/api\/projects\/p1\/films$/,
      () => {
        if (looks >= 2) reads += 1;
        const files = reads > late ? FILES : null;
        return { body: [{ id: 'f1', status: 'succeeded', progress: 1, quality: '720p', error: null, files }] };
      },
    ],
    [
      /^GET \/api\/scenes\?projectId=p1$/,
      () => ({ body: [1, 2].map(() => ({ imageUrl: '/i', videos: [] as { status: string }[] })) }),
    ],
  ];
}

async function make(story: Story, options: { clips?: boolean; maxScenes?: number } = {}) {
  const server = await fakeServer(filmApi(story));
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  try {
    const result = await makeFilm(new ApiClient(server.url), { projectId: 'p1', report, pollMs: 1, ...options })
      .then((made) => ({ made, error: null }))
      .catch((error: unknown) => ({ made: null, error: (error as Error).message }));
    return { ...result, lines, calls: server.calls };
  } finally {
    await server.close();
  }
}
const started = (calls: Call[]) => calls.filter(({ method, path }) => method === 'POST' && path === '/api/batches');

describe('a film made from a story', () => {
  it('is announced with its price and its gaps, before it is ordered at that price', async () => {
    const { made, lines, calls } = await make({ lacks: ['“Dawn” will have no narration.'] }, { maxScenes: 5 });
    expect(lines.slice(0, 8)).toEqual([
      "To be made: a film of about 1:01, 720p, of at most 2 scenes, for at most 2.7 zaps of the account's 100 zaps",
      '  Scenes: 0.5 zaps',
      '  Narration for 2 scenes: 1.2 zaps',
      '  Images for 2 scenes: included',
      '  Film: 1 zap',
      'Left out: “Dawn” will have no narration.',
      'Left out: clips, which are optional. --clips makes them from the zaps that remain after the film.',
      'Note: Stand-ins: voices.',
    ]);
    expect(lines.slice(8)).toEqual(['Narration: 1/2', 'Film: 100%', 'Narration: 2/2']);
    expect(started(calls).map(({ body }) => body)).toEqual([
      { projectId: 'p1', kind: 'film', sceneIds: [], film: { quality: '720p', scenes: 5 }, zaps: 2.7 },
    ]);
    expect(made).toMatchObject({ film: { id: 'f1', files: FILES }, scenes: 2, pictures: 2, clips: 0, failed: [] });
  });

  it.each([
    ['a film', CLIPS.modelId, CLIPS.settings.duration, CLIPS.settings.resolution],
    ['a storyboard', VIDEO.model, VIDEO.seconds, VIDEO.resolution],
  ])('has clips by a model of clips, for %s', (_, id, seconds, resolution) => {
    const model = findClipModel(id);
    expect([model?.old, model && isRetired(model, new Date())]).toEqual([undefined, false]);
    expect(videoPrice(id, { seconds, resolution })).not.toBeNull();
  });

  it.each([
    ['is waited for while the list of films lacks it', 5, 'f1', []],
    ['is missing when the list never has it', Infinity, undefined, ['There is no film.']],
  ])('%s', async (_, late, id, failed) => {
    const { made } = await make({ late });
    expect([made?.film?.id, made?.failed]).toEqual([id, failed]);
  });

  it('has clips only on request', async () => {
    const { calls, lines } = await make({}, { clips: true });
    expect(started(calls)[0]?.body).toMatchObject({ clips: { modelId: 'hailuo-2.3' } });
    expect(lines.join('\n')).not.toContain('--clips');
  });

  it('is not ordered when the account cannot pay for all of it', async () => {
    const { error, calls } = await make({ balance: 2 });
    expect(error).toBe('Nothing was made or charged: the film costs 2.7 zaps, and the account has 2 zaps.');
    expect(started(calls)).toEqual([]);
  });

  it('is retried once after failures, and then lists the missing parts', async () => {
    expect((await make({ mute: 1 })).made?.failed).toEqual([]);
    expect((await make({ mute: 2 })).made?.failed).toEqual(['Narration of “Dawn”: no voice']);
  });

  it('ends with the reason when it waits for its owner', async () => {
    expect((await make({ pause: 'Insufficient zaps.' })).error).toBe('The film waits: Insufficient zaps.');
  });
});

describe('a story too long for the film', () => {
  it('is shortened for a price shown first, and replaces the story', async () => {
    const shorter = { abridgingId: 'a1', story: 'Short.' };
    const server = await fakeServer([
      [/^POST \/api\/costs\/estimate$/, () => ({ body: { costZaps: 0.5 } })],
      [/^POST \/api\/projects\/p1\/abridge-story$/, () => ({ body: shorter })],
      [/^POST \/api\/projects\/p1\/abridge-story\/accept$/, () => ({ body: { story: 'Short.' } })],
    ]);
    const report = jest.fn<undefined, [string]>();
    try {
      await shortenStory(new ApiClient(server.url), { projectId: 'p1', seconds: 60, report });
    } finally {
      await server.close();
    }
    expect(report.mock.calls).toEqual([['Shortening the story for a film of about 60 s, for 0.5 zaps']]);
    expect(server.calls.map(({ body }) => body).slice(1)).toEqual([{ seconds: 60 }, shorter]);
  });
});
