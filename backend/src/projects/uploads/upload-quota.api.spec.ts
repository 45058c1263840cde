import { createCanvas } from '@napi-rs/canvas';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';

const png = createCanvas(9, 16).toBuffer('image/png');
let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp({ config: { uploadQuotaBytes: 2 * png.length } });
});
beforeEach(async () => {
  user = await app.newUser();
});
afterAll(() => app.close());

const begin = async (): Promise<string> =>
  ((await user.agent.post('/api/upload').expect(200)).body as { uploadURL: string }).uploadURL;
const put = (url: string) => user.agent.put(url).set('content-type', 'image/png').send(png);
const finalize = (uploadURL: string) => user.agent.post('/api/objects/finalize').send({ uploadURL });

describe('the quota of a user’s uploads', () => {
  it('is checked before the bytes are sent', async () => {
    for (let n = 0; n < 2; n++) {
      const url = await begin();
      await put(url).expect(200);
      await finalize(url).expect(200);
    }
    const { body } = await user.agent.post(`/api/upload?size=${png.length}`).expect(413);
    expect(body).toMatchObject({ code: 'quota_reached', message: expect.stringContaining('Your uploads may take') });
    await user.agent.post('/api/upload').expect(413);
  });

  it('counts bytes as they arrive, so that concurrent uploads cannot exceed it', async () => {
    const urls = await Promise.all([1, 2, 3, 4, 5].map(begin));
    const statuses = (await Promise.all(urls.map((url) => put(url)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 413)).toHaveLength(3);
  });

  it('does not count repeated bytes twice', async () => {
    const [first, second] = [await begin(), await begin()];
    await put(first).expect(200);
    await put(second).expect(200);
    await put(second).expect(200);
  });

  it('is separate for each user', async () => {
    for (let n = 0; n < 2; n++) await put(await begin()).expect(200);
    user = await app.newUser();
    await put(await begin()).expect(200);
  });
});
