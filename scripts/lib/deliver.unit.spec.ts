import { deliver } from './deliver.mjs';

describe('a finished production', () => {
  const told: string[] = [];
  const report = (line: string) => void told.push(line);
  beforeEach(() => void told.splice(0));
  const made = { projectId: 'p-1', scenes: 2, pictures: 1, clips: 0, film: null, out: '/out/story.zip', report };

  it('is listed with its failures before the ZIP is requested, also when that fails', async () => {
    const client = { download: () => Promise.reject(new Error('GET /download-all: 503 Come back later.')) };
    const failed = ["scene 2 ('The storm') has no images: The model is away."];
    await expect(deliver(client, { ...made, failed })).rejects.toThrow('Come back later.');
    expect(told).toEqual(["Missing: scene 2 ('The storm') has no images: The model is away."]);
  });

  it('is saved as a ZIP, with the film and its captions beside it', async () => {
    const saved: string[][] = [];
    const client = { download: (path: string, file: string) => Promise.resolve(void saved.push([path, file])) };
    const files = { url: '/f.mp4', srtUrl: '/f.srt', vttUrl: '/f.vtt', seconds: 61.25, bytes: 10 };
    const film = { id: 'f-1', status: 'complete', progress: 100, quality: '720p', error: null, files };
    await deliver(client, { ...made, film, failed: [] });
    expect(saved).toEqual([
      ['/api/projects/p-1/download-all', '/out/story.zip'],
      ['/f.mp4', '/out/story.mp4'],
      ['/f.srt', '/out/story.srt'],
    ]);
    expect(told).toEqual([
      'Wrote /out/story.zip: 2 scenes, 1 with images, 0 with a clip',
      'Wrote /out/story.mp4: a film of 61.3 s, 720p',
    ]);
  });
});
