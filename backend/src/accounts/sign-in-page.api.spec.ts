import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startTestApp, type TestApp } from '../testing/app-harness';

const PASSWORD = 'correct horse battery';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('the sign-in page', () => {
  it('has no script but the one for the theme, and loads its styles from a file', async () => {
    const { text, headers } = await app.anonymous().get('/api/login').expect(200).expect('content-type', /html/);
    expect(text.match(/<script.*/g)).toEqual(['<script src="/theme.js"></script>']);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    const css = await app.anonymous().get('/api/login.css').expect(200).expect('content-type', /css/);
    expect(css.text).toContain('--accent');
  });

  it('signs in by its form and a redirect [ACCESS-09]', async () => {
    const { email } = await app.newUser();
    const agent = app.anonymous();
    await agent.post('/api/login').type('form').send({ email, password: PASSWORD }).expect(303).expect('location', '/');
    await agent.get('/api/auth/user').expect(200);
    await agent.get('/api/login').expect(302).expect('location', '/');
  });

  it('uses the product’s typeface', async () => {
    const { text } = await app.anonymous().get('/api/login.css').expect(200);
    expect(text).toContain("url('/fonts/inter-latin.woff2')");
    const font = await readFile(path.resolve(__dirname, '../../../frontend/public/fonts/inter-latin.woff2'));
    expect(font.subarray(0, 4).toString('latin1')).toBe('wOF2');
  });

  it('shows the registration form first to newcomers, and the sign-in form to others', async () => {
    const order = async (address: string): Promise<string[]> => {
      const { text } = await app.anonymous().get(address).redirects(1).expect(200);
      return [...text.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, title]) => title ?? '');
    };
    expect(await order('/api/login')).toEqual(['Create Account', 'Sign In']);
    expect(await order('/signup')).toEqual(['Create Account', 'Sign In']);
    expect(await order('/login')).toEqual(['Sign In', 'Create Account']);
  });

  it('redirects to the requested page, after failed attempts too, and never to another site', async () => {
    const { email } = await app.newUser();
    const asked = '/?project=7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0001&tab=board';
    const agent = app.anonymous();
    const hidden = 'name="next" value="/?project=7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0001&amp;tab=board"';
    expect((await agent.get('/api/login').query({ next: asked }).expect(200)).text).toContain(hidden);
    const send = (password: string, next: string) =>
      agent.post('/api/login').type('form').send({ email, password, next });
    expect((await send('wrong', asked).expect(401)).text).toContain(hidden);
    await send(PASSWORD, asked).expect(303).expect('location', asked);
    await agent.get('/api/login').query({ next: '/credits' }).expect(302).expect('location', '/credits');
    await send(PASSWORD, '//evil.example').expect(303).expect('location', '/');
  });

  it('creates an account by its form and a redirect', async () => {
    const agent = app.anonymous();
    const form = { email: `new@${crypto.randomUUID()}.example.com`, password: PASSWORD, firstName: '' };
    await agent.post('/api/register').type('form').send(form).expect(303).expect('location', '/');
    expect((await agent.get('/api/auth/user').expect(200)).body).toMatchObject({ firstName: 'new' });
  });

  it('is shown again with the error and the e-mail address after a wrong password', async () => {
    const { email } = await app.newUser();
    const { text } = await app
      .anonymous()
      .post('/api/login')
      .type('form')
      .send({ email, password: 'wrong' })
      .expect(401);
    expect(text).toContain('The e-mail address or password is wrong.');
    expect(text).toContain(`value="${email}"`);
    expect(text).not.toContain('wrong"');
  });

  it('is shown again with an error beside each invalid field', async () => {
    const form = { email: 'x@example.com', password: 'short', firstName: '<img src=x onerror=alert(1)>' };
    const { text } = await app.anonymous().post('/api/register').type('form').send(form).expect(400);
    expect(text).toContain('must be at least 10 characters');
    expect(text).not.toContain('<img');
  });

  it('is shown again when the e-mail address is taken', async () => {
    const { email } = await app.newUser();
    const { text } = await app
      .anonymous()
      .post('/api/register')
      .type('form')
      .send({ email, password: PASSWORD + '!' })
      .expect(409);
    expect(text).toContain('An account with this e-mail address already exists.');
  });
});
