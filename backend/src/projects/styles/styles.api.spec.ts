import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
});
afterAll(() => app.close());

const ink = { name: ' Ink ', imageUrl: 'https://example.com/ink.png', category: 'Flux', attributes: '  ' };
const create = async (of = user): Promise<{ id: string }> =>
  (await of.agent.post('/api/styles').send(ink).expect(201)).body as { id: string };

describe('a user without styles', () => {
  it('has an empty list', async () => {
    const { agent } = await app.newUser();
    await agent.get('/api/styles').expect(200, []);
  });

  it('creates one from the fields that were sent [STYLE-15]', async () => {
    const style = { ...ink, description: 'Black on white', prompt: 'ink drawing', attributes: ' bold ' };
    const { body } = await user.agent.post('/api/styles').send(style).expect(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Ink',
      description: 'Black on white',
      imageUrl: style.imageUrl,
      prompt: 'ink drawing',
      category: 'Flux',
      attributes: 'bold',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it.each([
    ['no name', { name: '  ' }, 'name'],
    ['no category', { category: undefined }, 'category'],
    ['an unknown category', { category: 'Crayon' }, 'category'],
    ['no image', { imageUrl: '' }, 'imageUrl'],
    ['a script for an image', { imageUrl: 'javascript:alert(1)' }, 'imageUrl'],
    ['attributes that are too long', { attributes: 'x'.repeat(5_001) }, 'attributes'],
    ['a NUL in the name', { name: 'a\u0000b' }, 'name'],
  ])('gets an error for %s', async (_, wrong, path) => {
    const { body } = await user.agent
      .post('/api/styles')
      .send({ ...ink, ...wrong })
      .expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', issues: [{ path }] });
  });
});

describe('a user with styles', () => {
  it('lists them, newest first, with all their fields [STYLE-14]', async () => {
    const other = await app.newUser();
    const first = await create(other);
    const second = await create(other);
    const { body } = await other.agent.get('/api/styles').expect(200);
    expect(body).toMatchObject([{ id: second.id }, { id: first.id }]);
    expect(body[1]).toMatchObject({
      name: 'Ink',
      description: null,
      imageUrl: ink.imageUrl,
      prompt: null,
      category: 'Flux',
      attributes: null,
    });
  });

  it('updates one [STYLE-15]', async () => {
    const { id } = await create();
    const changed = {
      name: 'Wash',
      description: 'Thin colours',
      imageUrl: 'https://example.com/wash.png',
      prompt: 'a wash drawing',
      category: 'Custom',
      attributes: 'soft',
    };
    const { body } = await user.agent.put(`/api/styles/${id}`).send(changed).expect(200);
    expect(body).toMatchObject({ id, ...changed });
    expect((await user.agent.get('/api/styles').expect(200)).body).toContainEqual(body);
  });

  it('deletes one, and can undo that [STYLE-16]', async () => {
    const { id } = await create();
    await user.agent.delete(`/api/styles/${id}`).expect(200, { id });
    expect((await user.agent.get('/api/styles')).body).not.toContainEqual(expect.objectContaining({ id }));
    await user.agent.delete(`/api/styles/${id}`).expect(404);
    const { body } = await user.agent.post('/api/styles/restore').send({ id }).expect(200);
    expect(body).toMatchObject({ id, name: 'Ink' });
    expect((await user.agent.get('/api/styles')).body).toContainEqual(body);
  });
});

describe('a style of another user', () => {
  it('answers like a missing one', async () => {
    const { id } = await create();
    const { agent } = await app.newUser();
    const unknown = crypto.randomUUID();
    const before = (await app.events(`style-${id}`)).length;
    for (const path of ['delete', 'put'] as const) {
      const foreign = await agent[path](`/api/styles/${id}`).send(ink).expect(404);
      const none = await agent[path](`/api/styles/${unknown}`).send(ink).expect(404);
      expect(foreign.text).toBe(none.text);
    }
    await agent.post('/api/styles/restore').send({ id }).expect(404);
    expect(await app.events(`style-${id}`)).toHaveLength(before);
    await agent.delete('/api/styles/not-an-id').expect(400);
  });
});
