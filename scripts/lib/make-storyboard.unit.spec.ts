import { fakeServer, type Call, type Reply, type Route } from '../testing/fake-server';
import { ApiClient } from './api-client.mjs';
import { makeStoryboard } from './make-storyboard.mjs';

const refused = (status: number, code: string, message: string): Reply => ({ status, body: { message, code } });

/** Routes of the API for one project: jobs are done at the second poll, and zaps last for `clips` clips. */
function storyApi({
  scenes,
  clips,
  brokenPicture,
}: {
  scenes: number;
  clips: number;
  brokenPicture?: string;
}): Route[] {
  const rows = Array.from({ length: scenes }, (_, index) => ({
    id: `s${index + 1}`,
    title: `Beat ${index + 1}`,
    displayOrder: index + 1,
    imagePrompt: '',
    videoPrompt: '',
    imageUrl: null as string | null,
    imageUrls: [] as string[],
  }));
  const row = (id: unknown) => rows.find((candidate) => candidate.id === id) ?? fail(id);
  const asked = new Map<string, number>();
  const isSecond = (id: string) => asked.set(id, (asked.get(id) ?? 0) + 1).get(id) === 2;
  let clipsLeft = clips;
  return [
    [/^POST \/api\/projects$/, () => ({ status: 201, body: { id: 'p1' } })],
    [/^PATCH \/api\/projects\/p1$/, () => ({})],
    [/^POST \/api\/scenes\/process-story$/, () => ({ body: { sceneCount: scenes } })],
    [/^GET \/api\/scenes\?projectId=p1$/, () => ({ body: rows })],
    [/continuity$/, () => ({ body: { characters: 'Ida: tall', environments: 'A pier', props: 'A lamp' } })],
    [
      /scene-description\/(.+)$/,
      (_call, id) => {
        Object.assign(row(id), { imagePrompt: `draw ${id}`, videoPrompt: `move ${id}` });
        return { body: { scene: row(id) } };
      },
    ],
    [/^POST \/api\/midjourney\/generate-image$/, ({ body }) => ({ body: { jobId: String(body.sceneId) } })],
    [
      /^GET \/api\/midjourney\/job\/(.+)$/,
      (_call, id) => {
        if (!isSecond(String(id))) return { body: { status: 'processing' } };
        if (id === brokenPicture) return { body: { status: 'failed', error: 'no ink' } };
        row(id).imageUrls = ['/api/media/1', '/api/media/2'];
        return { body: { status: 'completed' } };
      },
    ],
    [
      /^PATCH \/api\/scenes\/(.+)\/main-image$/,
      ({ body }, id) => ({ body: Object.assign(row(id), { imageUrl: body.imageUrl }) }),
    ],
    [
      /^POST \/api\/replicate\/generate-video$/,
      ({ body }) => {
        clipsLeft -= 1;
        return clipsLeft < 0
          ? refused(402, 'insufficient_zaps', 'Too few zaps.')
          : { body: { predictionId: `v-${String(body.sceneId)}` } };
      },
    ],
    [
      /^GET \/api\/replicate\/prediction\/(.+)$/,
      (_call, id) => ({ body: { status: isSecond(String(id)) ? 'succeeded' : 'processing', error: null } }),
    ],
  ];
}
function fail(id: unknown): never {
  throw new Error(`no scene ${String(id)}`);
}

async function make(routes: Route[], options: { maxScenes?: number; maxClips?: number } = {}) {
  const server = await fakeServer(routes);
  const lines: string[] = [];
  try {
    const report = (line: string) => void lines.push(line);
    const settings = { story: 'Once.', title: 'T', pollMs: 1, report, ...options };
    return { made: await makeStoryboard(new ApiClient(server.url), settings), lines, calls: server.calls };
  } finally {
    await server.close();
  }
}
const sent = (calls: Call[], path: string) =>
  calls.filter((call) => call.path.startsWith(path)).map(({ body }) => body);

describe('a story without failures', () => {
  it('becomes scenes, images and clips, with progress messages', async () => {
    const { made, lines } = await make(storyApi({ scenes: 2, clips: 9 }));
    expect(made).toEqual({ projectId: 'p1', scenes: 2, pictures: 2, clips: 2, skipped: [], failed: [] });
    expect(lines).toEqual([
      'Scenes: 2',
      'Continuity: characters, places and props are written down',
      'Descriptions: 1/2',
      'Descriptions: 2/2',
      'Images: 1/2',
      'Images: 2/2',
      'Clips: 1/2',
      'Clips: 2/2',
    ]);
  });

  it('sends the same requests as the browser: the continuity, and images as parts of a bulk run', async () => {
    const { calls } = await make(storyApi({ scenes: 1, clips: 9 }), { maxScenes: 7 });
    expect(sent(calls, '/api/scenes/process-story')).toEqual([{ projectId: 'p1', maxScenes: 7 }]);
    expect(sent(calls, '/api/ai/generate/scene-description')[0]?.continuityDetails).toContain('Ida: tall');
    expect(sent(calls, '/api/midjourney/generate-image')).toEqual([
      { sceneId: 's1', prompt: 'draw s1', projectId: 'p1', bulk: true },
    ]);
    expect(sent(calls, '/api/scenes/s1/main-image')).toEqual([{ imageUrl: '/api/media/1' }]);
    expect(sent(calls, '/api/replicate/generate-video')[0]).toMatchObject({
      sceneId: 's1',
      settings: { prompt: 'move s1' },
    });
  });
});

describe('a server that is killed again and again', () => {
  /** Executes each write, but breaks the connection of its first attempt. */
  const dying = (routes: Route[]): Route[] => {
    const answers = new Map<string, Reply | 'gone'>();
    return routes.map(([pattern, answer]) => [
      pattern,
      (call, ...groups) => {
        if (call.method === 'GET') return answer(call, ...groups);
        const of = `${call.method} ${call.path} ${call.key}`;
        const known = answers.get(of);
        if (known) return known;
        answers.set(of, answer(call, ...groups));
        return 'gone';
      },
    ]);
  };

  it('changes nothing in the result, and nothing is made twice', async () => {
    const { made, calls } = await make(dying(storyApi({ scenes: 2, clips: 2 })));
    expect(made).toMatchObject({ scenes: 2, pictures: 2, clips: 2, skipped: [], failed: [] });
    const posts = calls.filter(({ method }) => method === 'POST');
    expect(posts.every(({ key }) => key !== '')).toBe(true);
    const tries = new Map<string, number>();
    for (const { key } of posts) tries.set(key, (tries.get(key) ?? 0) + 1);
    expect([...tries.values()]).toEqual(Array.from({ length: 9 }, () => 2));
  });
});

describe('a story with failures', () => {
  it('skips clips that the zaps do not cover, and says so', async () => {
    const { made } = await make(storyApi({ scenes: 3, clips: 2 }));
    expect(made).toMatchObject({ clips: 2, failed: [] });
    expect(made.skipped).toEqual(["scene 3 ('Beat 3') has no clip: not enough zaps are left"]);
  });

  it('stops at the requested number of clips', async () => {
    const { made } = await make(storyApi({ scenes: 2, clips: 9 }), { maxClips: 1 });
    expect(made).toMatchObject({ clips: 1, skipped: ["scene 2 ('Beat 2') has no clip: 1 were asked for"] });
  });

  it('names a scene whose images failed, and continues with the others', async () => {
    const { made } = await make(storyApi({ scenes: 2, clips: 9, brokenPicture: 's1' }));
    expect(made).toMatchObject({ pictures: 1, clips: 1, failed: ["scene 1 ('Beat 1') has no images: no ink"] });
  });

  it('ends when the scenes cannot be created', async () => {
    const routes: Route[] = [
      [/process-story/, () => refused(502, 'provider_failed', 'No luck.')],
      ...storyApi({ scenes: 1, clips: 1 }),
    ];
    await expect(make(routes)).rejects.toThrow('POST /api/scenes/process-story: 502 No luck.');
  });
});
