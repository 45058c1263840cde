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

describe('what a user has uploaded', () => {
  it('may not come to more than the quota, which is told before the bytes are sent', async () => {
    for (let n = 0; n < 2; n++) {
      const url = await begin();
      await put(url).expect(200);
      await finalize(url).expect(200);
    }
    const { body } = await user.agent.post(`/api/upload?size=${png.length}`).expect(413);
    expect(body).toMatchObject({ code: 'quota_reached', message: expect.stringContaining('Your uploads may take') });
    await user.agent.post('/api/upload').expect(413);
  });

  it('is counted while it comes in, so that many at once do not pass', async () => {
    const urls = await Promise.all([1, 2, 3, 4, 5].map(begin));
    const statuses = (await Promise.all(urls.map((url) => put(url)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 413)).toHaveLength(3);
  });

  it('does not count twice what is sent again', async () => {
    const [first, second] = [await begin(), await begin()];
    await put(first).expect(200);
    await put(second).expect(200);
    await put(second).expect(200);
  });

  it('is counted for each user alone', async () => {
    for (let n = 0; n < 2; n++) await put(await begin()).expect(200);
    user = await app.newUser();
    await put(await begin()).expect(200);
  });
});
