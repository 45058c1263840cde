import { type Film, type SharedLink, sharedLinkSchema } from '@storyreel/contracts';
import { FilmQueries } from '../../generation';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { CLIP as VIDEO } from '../../testing/samples';
import { askForFilm, endedFilm, FILM_WITHIN_MS, filmsPath, projectOf, uploadFile } from '../../testing/film-stage';

let app: TestApp;
let user: TestUser;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  user = await app.newUser();
  projectId = await projectOf(user, []);
});

const links = () => `/api/projects/${projectId}/links`;
const share = async (filmId: string | null): Promise<SharedLink> =>
  sharedLinkSchema.parse((await user.agent.post(links()).send({ filmId }).expect(200)).body);
/** Edits the project as its owner; the tests watch the link as a visitor without a session. */
const edit = (changes: object) => user.agent.patch(`/api/projects/${projectId}`).send(changes).expect(200);
const uploadFinal = async (bytes = VIDEO): Promise<void> => {
  await edit({ completedVideoUrl: await uploadFile(user, bytes, 'video/mp4', 'video') });
};
const pageOf = ({ url }: SharedLink) => app.anonymous().get(url);
const bytesOf = ({ url }: SharedLink) => app.anonymous().get(`${url}/video`);

describe('a shared final video', () => {
  it('is visible to anybody who has the link, and to nobody else', async () => {
    await uploadFinal();
    await edit({ description: 'Not for others: the client is late with the money.' });
    const link = await share(null);
    const page = await pageOf(link)
      .expect(200)
      .expect('content-type', /text\/html/);
    expect(page.text).toContain('<title>The Lamp</title>');
    expect(page.text).toContain(`<video src="${link.url}/video"`);
    expect(page.text).toContain(`<meta property="og:url" content="http://`);
    expect(page.text).not.toMatch(/og:description|Not for others/);
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['set-cookie']).toBeUndefined();
    // An uploaded video has neither a poster nor captions: those addresses answer with a page that says so.
    for (const file of ['poster', 'captions'])
      await app
        .anonymous()
        .get(`${link.url}/${file}`)
        .expect(404)
        .expect('content-type', /text\/html/);
    const whole = await bytesOf(link).expect(200).expect('content-type', 'video/mp4');
    expect(whole.body).toEqual(VIDEO);
    expect(whole.headers['cache-control']).toBe('private, no-cache');
    const part = await bytesOf(link).set('range', 'bytes=4-7').expect(206);
    expect((part.body as Buffer).toString()).toBe('ftyp');
    // A change of one letter in the signature invalidates the link.
    const wrong = link.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const address of [wrong, wrong.replace('.', ''), '/share/nothing']) {
      await app
        .anonymous()
        .get(address)
        .expect(404)
        .expect('content-type', /text\/html/);
      for (const file of ['video', 'poster', 'captions']) {
        const missing = await app
          .anonymous()
          .get(`${address}/${file}`)
          .expect(404)
          .expect('content-type', /text\/html/);
        expect(missing.text).toContain('isn’t shared any more');
      }
    }
  });

  it.each(['a b', '[::', 'x"><script>', 'example.com/elsewhere?', 'someone@example.com', 'example.com:99999'])(
    'is not shown for an invalid host name: %s',
    async (host) => {
      await uploadFinal();
      const { body } = await pageOf(await share(null))
        .set('host', host)
        .expect(400);
      expect(body).toMatchObject({ code: 'bad_request' });
    },
  );

  it('has one link, which always shows the newest version of the video', async () => {
    await uploadFinal();
    const link = await share(null);
    expect(await share(null)).toEqual(link);
    expect((await user.agent.get(links()).expect(200)).body).toEqual([link]);
    const other = Buffer.concat([VIDEO, Buffer.from('more')]);
    await uploadFinal(other);
    expect((await bytesOf(link).expect(200)).body).toEqual(other);
    await edit({ completedVideoUrl: 'https://clips.example.com/1.mp4' });
    expect((await pageOf(link).expect(200)).text).toContain('<video src="https://clips.example.com/1.mp4"');
    await edit({ completedVideoUrl: null });
    await pageOf(link).expect(404);
  });

  it('is visible to nobody once its link is ended, and gets another link when shared again', async () => {
    await uploadFinal();
    const link = await share(null);
    const etag = (await bytesOf(link).expect(200)).headers['etag'] ?? '';
    await user.agent.delete(`${links()}/${link.id}`).expect(200, { id: link.id });
    await user.agent.delete(`${links()}/${link.id}`).expect(200, { id: link.id });
    const gone = await pageOf(link).expect(404);
    expect(gone.text).toContain('isn’t shared any more');
    await bytesOf(link).set('if-none-match', etag).expect(404);
    expect((await user.agent.get(links()).expect(200)).body).toEqual([]);
    expect((await share(null)).url).not.toBe(link.url);
    await pageOf(link).expect(404);
  });

  it('is hidden when its project is deleted, and visible again once the project is restored', async () => {
    await uploadFinal();
    const link = await share(null);
    await user.agent.delete(`/api/projects/${projectId}`).expect(200);
    await pageOf(link).expect(404);
    await bytesOf(link).expect(404);
    await user.agent.post('/api/projects/restore').send({ id: projectId }).expect(200);
    await pageOf(link).expect(200);
  });

  it('is the newest video; without a video, sharing is refused', async () => {
    await user.agent.post(links()).send({ filmId: null }).expect(404);
    await user.agent.post(links()).send({ filmId: projectId }).expect(404);
    await user.agent.post(links()).send({}).expect(400);
    await user.agent.delete(`${links()}/${projectId}`).expect(404);
    await uploadFinal();
    const { id } = await share(null);
    const stranger = await app.newUser();
    await stranger.agent.get(links()).expect(404);
    await stranger.agent.post(links()).send({ filmId: null }).expect(404);
    await stranger.agent.delete(`${links()}/${id}`).expect(404);
  });

  it('leaves nothing in the event log that could open the link', async () => {
    await uploadFinal();
    const { url } = await share(null);
    const [, signature = ''] = url.split('.');
    const written = JSON.stringify(
      (await app.events(`project-${projectId}`)).map(({ data, metadata }) => [data, metadata]),
    );
    expect(written).not.toContain(signature);
  });
});

describe('a shared film', () => {
  it(
    'has its poster and captions, is hidden when the film is deleted, and stays when another film is made',
    async () => {
      projectId = await projectOf(user, ['teal']);
      const filmId = await askForFilm(user, projectId, 'draft');
      await endedFilm(user, projectId);
      const link = await share(filmId);
      const page = await pageOf(link).expect(200);
      for (const name of ['video', 'poster', 'captions']) expect(page.text).toContain(`"${link.url}/${name}"`);
      expect(page.text).toContain('<meta property="og:video:width" content="360">');
      await app.anonymous().get(`${link.url}/poster`).expect(200).expect('content-type', 'image/jpeg');
      await app.anonymous().get(`${link.url}/captions`).expect(200).expect('content-type', 'text/vtt');
      const [made] = (await user.agent.get(filmsPath(projectId)).expect(200)).body as Film[];
      const poster = await app.get(FilmQueries).posterOf(made?.files?.url ?? '', user.id);
      expect(poster).toBe(made?.files?.posterUrl);
      expect(await app.get(FilmQueries).posterOf(made?.files?.url ?? '', projectId)).toBeNull();
      await edit({ completedVideoUrl: made?.files?.url });
      const { body: copy } = await user.agent.post(`/api/projects/${projectId}/duplicate`).expect(201);
      const copied = await user.agent.post(`/api/projects/${(copy as { id: string }).id}/links`).send({ filmId: null });
      const { url } = sharedLinkSchema.parse(copied.body);
      expect((await app.anonymous().get(url).expect(200)).text).toContain(`"${url}/captions"`);
      await app.anonymous().get(`${url}/captions`).expect(200).expect('content-type', 'text/vtt');
      await edit({ completedVideoUrl: 'https://clips.example.com/1.mp4' });
      expect(((await bytesOf(link).expect(200)).body as Buffer).subarray(4, 8).toString()).toBe('ftyp');
      const film = `${filmsPath(projectId)}/${filmId}`;
      await user.agent.delete(film).expect(200);
      await pageOf(link).expect(404);
      await user.agent.post(`${film}/restore`).expect(200);
      await pageOf(link).expect(200);
    },
    FILM_WITHIN_MS,
  );
});
