import { fakeServer, type Reply, type Route } from '../testing/fake-server';
import { ApiClient } from './api-client.mjs';
import { makeFilm } from './make-film.mjs';

const refused = (status: number, code: string, message: string): Reply => ({ status, body: { message, code } });
const FILES = { url: '/f', srtUrl: '/s', vttUrl: '/v', seconds: 9, bytes: 5 };

interface Story {
  /** Number of scenes whose narration is affordable; `zaps` has the affordable qualities of the film. */
  speeches: number;
  zaps: Record<string, boolean>;
  mute?: string;
  end?: object;
}

/** Routes of the API for one project of two scenes; each job is done at its second poll. */
function filmApi({ speeches, zaps, mute, end }: Story): Route[] {
  const scenes = [1, 2].map((n) => ({
    id: `s${n}`,
    displayOrder: n,
    speechStatus: 'none',
    speechError: null as string | null,
  }));
  let left = speeches;
  let asked = 0;
  return [
    [
      /^GET \/api\/scenes\?projectId=p1$/,
      () => {
        const body = structuredClone(scenes);
        for (const scene of scenes.filter(({ speechStatus }) => speechStatus === 'processing')) {
          const isMute = scene.id === mute;
          Object.assign(scene, {
            speechStatus: isMute ? 'failed' : 'complete',
            speechError: isMute ? 'no voice' : null,
          });
        }
        return { body };
      },
    ],
    [
      /^POST \/api\/generate-speech$/,
      ({ body }) => {
        if (left-- <= 0) return refused(402, 'insufficient_zaps', 'Too few zaps.');
        Object.assign(scenes.find(({ id }) => id === body.sceneId) ?? {}, { speechStatus: 'processing' });
        return { body: { jobId: String(body.sceneId) } };
      },
    ],
    [
      /^POST \/api\/projects\/p1\/films$/,
      ({ body }) =>
        zaps[String(body.quality)] ? { body: { filmId: 'f1' } } : refused(402, 'insufficient_zaps', 'Too few zaps.'),
    ],
    [
      /^GET \/api\/projects\/p1\/films$/,
      () => {
        asked += 1;
        const film = { id: 'f1', quality: '1080p', error: null, files: null };
        if (asked === 1) return { body: [] };
        if (asked === 2) return { body: [{ ...film, status: 'processing', progress: 0.4 }] };
        return { body: [{ ...film, status: 'succeeded', progress: 1, files: FILES, ...end }] };
      },
    ],
  ];
}

async function make(story: Story) {
  const server = await fakeServer(filmApi(story));
  const lines: string[] = [];
  try {
    const report = (line: string) => void lines.push(line);
    const made = await makeFilm(new ApiClient(server.url), { projectId: 'p1', report, pollMs: 1 });
    return {
      made,
      lines,
      asked: server.calls.filter(({ path }) => path.endsWith('/films')).map(({ body }) => body.quality),
    };
  } finally {
    await server.close();
  }
}
const ALL = { '1080p': true, '720p': true, draft: true };

describe('the film of a project', () => {
  it('is made of its narrated scenes, and says how far it is', async () => {
    const { made, lines } = await make({ speeches: 2, zaps: ALL });
    expect(made).toMatchObject({ film: { id: 'f1', files: FILES }, narrated: 2, skipped: [], failed: [] });
    expect(lines).toEqual(['Narration: 0/2', 'Narration: 2/2', 'Film: 40%', 'Film: 100%']);
  });

  it('is as good as the zaps allow', async () => {
    const { made, asked } = await make({ speeches: 1, zaps: { draft: true } });
    expect(asked.filter(Boolean)).toEqual(['1080p', '720p', 'draft']);
    expect(made.narrated).toBe(1);
    expect(made.skipped).toEqual(['scene 2 has no narration: not enough zaps are left']);
  });

  it('is none when there are no zaps for it, or it fails, and says why', async () => {
    expect((await make({ speeches: 0, zaps: {} })).made).toMatchObject({
      film: null,
      narrated: 0,
      skipped: [
        'scene 1 has no narration: not enough zaps are left',
        'scene 2 has no narration: not enough zaps are left',
        'There is no film: not enough zaps are left',
      ],
    });
    const end = { status: 'failed', files: null, error: 'The disk is full.' };
    expect((await make({ speeches: 2, zaps: ALL, end })).made).toMatchObject({
      film: null,
      failed: ['There is no film: The disk is full.'],
    });
  });

  it('goes on without the narration of a scene', async () => {
    const { made } = await make({ speeches: 2, zaps: ALL, mute: 's2' });
    expect(made).toMatchObject({ film: { id: 'f1' }, narrated: 1, failed: ['scene 2 has no narration: no voice'] });
  });
});
