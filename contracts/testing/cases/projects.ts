import {
  deletedResponseSchema,
  libraryMemberSchema,
  LIMITS,
  NEXT_CURSOR_HEADER,
  type Project,
  projectSchema,
  type ProjectSummary,
  projectSummarySchema,
  summaryOf,
} from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import {
  addImage,
  addProject,
  addScene,
  INVALID,
  NOBODYS_ID,
  NOT_FOUND,
  picture,
  projectOf,
  projectsOf,
  scenesOf,
  story,
  titles,
} from './steps';

const three = async (visitor: Visitor): Promise<[Project, Project, Project]> => [
  await addProject(visitor, { title: 'A' }),
  await addProject(visitor, { title: 'B' }),
  await addProject(visitor, { title: 'C' }),
];
const drag = (visitor: Visitor, ...projects: Project[]): Promise<Project[]> =>
  visitor.get(projectSchema.array(), 'POST /api/projects/reorder', {
    body: { projectIds: projects.map(({ id }) => id) },
  });
const summaries = (visitor: Visitor): Promise<ProjectSummary[]> =>
  visitor.get(projectSummarySchema.array(), 'GET /api/projects?fields=summary');
const remove = (visitor: Visitor, { id }: Project) => visitor.get(deletedResponseSchema, `DELETE /api/projects/${id}`);
const restore = (visitor: Visitor, project: Project): Promise<Project> =>
  visitor.get(projectSchema, 'POST /api/projects/restore', { body: project });

export const PROJECT_CASES: ContractCase[] = [
  {
    title: 'a new project is first in the list, an empty draft with the default texts [PROJ-28]',
    async run(side) {
      const visitor = await side.newcomer();
      await addProject(visitor, { title: 'Older' });
      const project = await addProject(visitor, {});
      expect(project).toMatchObject({ title: 'Untitled Project', status: 'draft', story: '', selectedStyle: null });
      expect(project.description).toBe('A new story waiting to be created');
      expect(project).toMatchObject({ sceneCount: 0, thumbnail: null, storyAudioStatus: 'pending' });
      expect(project.sceneCounts).toEqual({
        total: 0,
        described: 0,
        prompted: 0,
        withImage: 0,
        withMainVideo: 0,
        withImageAndMainVideo: 0,
        withAnyMedia: 0,
        narrated: 0,
      });
      expect(titles(await projectsOf(visitor))).toEqual(['Untitled Project', 'Older']);
    },
  },
  {
    title: 'a project is named after its story until it gets a title',
    async run(side) {
      const visitor = await side.newcomer();
      const { id } = await addProject(visitor, {});
      const edit = (body: object) => visitor.get(projectSchema, `PATCH /api/projects/${id}`, { body });
      expect((await edit({ story: 'The Night Bus\n\nI missed' })).title).toBe('The Night Bus');
      expect((await edit({ story: 'The Day Bus\n\nI missed' })).title).toBe('The Day Bus');
      expect((await edit({ story: '' })).title).toBe('Untitled Project');
      await edit({ title: 'Mine' });
      expect((await edit({ story: 'The Last Bus\n\nI missed' })).title).toBe('Mine');
      expect((await edit({ title: '' })).title).toBe('');
      expect((await edit({ story: 'No Bus\n\nAt all' })).title).toBe('');
    },
  },
  {
    title: 'a cast equals the lines of the continuity details, whichever side changes, and its newest change is undone',
    async run(side) {
      const visitor = await side.newcomer();
      const { id } = await addProject(visitor, {});
      const edit = (body: object) => visitor.get(projectSchema, `PATCH /api/projects/${id}`, { body });
      const path = `POST /api/projects/${id}/cast`;
      const change = (asked: object) => visitor.get(projectSchema, path, { body: { change: asked } });
      await edit({ characters: 'Mara: red coat' });
      const look = { action: 'edit', memberId: 'character-mara', look: 'blue coat' };
      expect((await change(look)).characters).toBe('Mara: blue coat');
      const added = await change({ action: 'add', kind: 'place', name: 'Harbour' });
      expect(added).toMatchObject({ characters: 'Mara: blue coat', environment: 'Harbour', cast: [] });
      const undo = { body: { revision: added.revision } };
      expect((await visitor.get(projectSchema, `${path}/restore`, undo)).environment).toBe('');
      expect(await visitor.refusal(`${path}/restore`, undo)).toEqual({ status: 409, code: 'conflict' });
      const twice = { change: { action: 'add', kind: 'character', name: 'mara' } };
      expect(await visitor.refusal(path, { body: twice })).toEqual({ status: 409, code: 'conflict' });
      const nobody = { change: { action: 'remove', memberId: 'character-ida' } };
      expect(await visitor.refusal(path, { body: nobody })).toEqual(NOT_FOUND);
    },
  },
  {
    title: 'a library stores members for further projects, which may accept its changes',
    async run(side) {
      const visitor = await side.newcomer();
      const made = async (characters: string) => {
        const { id } = await addProject(visitor, {});
        await visitor.get(projectSchema, `PATCH /api/projects/${id}`, { body: { characters } });
        return id;
      };
      const [one, other] = [await made('Mara: red coat'), await made('Tom: grey beard')];
      const member = { memberId: 'character-mara' };
      const keep = () => visitor.get(projectSchema, 'POST /api/cast-library', { body: { projectId: one, ...member } });
      const library = () => visitor.get(libraryMemberSchema.array(), 'GET /api/cast-library');
      const change = (id: string, asked: object) =>
        visitor.get(projectSchema, `POST /api/projects/${id}/cast`, { body: { change: asked } });
      await keep();
      const [entry] = await library();
      expect(entry).toMatchObject({ kind: 'character', name: 'Mara', look: 'red coat', version: 1, pictures: [] });
      const libraryId = entry?.id ?? '';
      expect((await change(other, { action: 'take', libraryId })).characters).toBe('Tom: grey beard\nMara: red coat');
      await change(one, { action: 'edit', ...member, look: 'blue coat' });
      expect((await keep()).cast).toMatchObject([{ library: { id: libraryId, version: 2 } }]);
      const mine = await change(other, { action: 'keepMine', ...member });
      expect([mine.characters, mine.cast[0]?.library?.version]).toEqual(['Tom: grey beard\nMara: red coat', 2]);
      const taken = await change(other, { action: 'take', libraryId, ...member });
      expect(taken.characters).toBe('Tom: grey beard\nMara: blue coat');
      const path = `DELETE /api/cast-library/${libraryId}`;
      await visitor.get(deletedResponseSchema, path);
      expect([await library(), await visitor.refusal(path)]).toEqual([[], NOT_FOUND]);
      const again = { body: { change: { action: 'take', libraryId } } };
      expect(await visitor.refusal(`POST /api/projects/${one}/cast`, again)).toEqual(NOT_FOUND);
      await visitor.get(libraryMemberSchema, 'POST /api/cast-library/restore', { body: { id: libraryId } });
      expect(await library()).toMatchObject([{ id: libraryId, version: 2 }]);
    },
  },
  {
    title: 'projects keep their dragged order, and new ones come first [PROJ-12]',
    async run(side) {
      const visitor = await side.newcomer();
      const [a, b, c] = await three(visitor);
      expect(titles(await projectsOf(visitor))).toEqual(['C', 'B', 'A']);
      expect(titles(await drag(visitor, b, c, a))).toEqual(['B', 'C', 'A']);
      await addProject(visitor, { title: 'D' });
      expect(titles(await projectsOf(visitor))).toEqual(['D', 'B', 'C', 'A']);
    },
  },
  {
    title: 'an order of projects may contain foreign ids, without effect',
    async run(side) {
      const visitor = await side.newcomer();
      const [a, b, c] = await three(visitor);
      expect(titles(await drag(visitor, { ...a, id: NOBODYS_ID }, a, c, b))).toEqual(['A', 'C', 'B']);
    },
  },
  {
    title: 'a deleted project disappears with its scenes, and is restored completely at its place [PROJ-41]',
    async run(side) {
      const visitor = await side.newcomer();
      const [a, b, c] = await three(visitor);
      await drag(visitor, b, c, a);
      const scene = await addScene(visitor, { projectId: c.id, title: 'Dawn' });
      await addImage(visitor, scene.id, picture('dawn'));
      await visitor.get(projectSchema, `PATCH /api/projects/${c.id}`, {
        body: { story: 'Once.', characters: 'Mira: tall', status: 'in-progress', storyAudioStatus: 'processing' },
      });
      const whole = await projectOf(visitor, c.id);
      const scenes = await scenesOf(visitor, c.id);

      expect(await remove(visitor, c)).toEqual({ id: c.id });
      expect(titles(await projectsOf(visitor))).toEqual(['B', 'A']);
      expect(await visitor.refusal(`GET /api/projects/${c.id}`)).toEqual(NOT_FOUND);
      expect(await visitor.refusal(`GET /api/scenes?projectId=${c.id}`)).toEqual(NOT_FOUND);
      expect(await visitor.refusal(`GET /api/scenes/${scene.id}`)).toEqual(NOT_FOUND);

      const back = await restore(visitor, whole);
      const { revision: _r, updatedAt: _u, ...kept } = whole;
      expect(back).toMatchObject(kept);
      expect(titles(await projectsOf(visitor))).toEqual(['B', 'C', 'A']);
      const { revision: _sr, updatedAt: _su, ...sceneKept } = scenes[0] ?? scene;
      expect(await scenesOf(visitor, c.id)).toEqual([expect.objectContaining(sceneKept)]);
    },
  },
  {
    title: 'a restore uses the id alone, and changes nothing for an existing project [PROJ-41]',
    async run(side) {
      const visitor = await side.newcomer();
      const [a] = await three(visitor);
      await remove(visitor, a);
      expect((await restore(visitor, { ...a, title: 'Another', thumbnail: picture('no') })).title).toBe('A');
      expect(await restore(visitor, a)).toMatchObject({ title: 'A', thumbnail: null });
      expect(await visitor.refusal('POST /api/projects/restore', { body: { id: NOBODYS_ID } })).toEqual(NOT_FOUND);
    },
  },
  {
    title: 'a copy of a project is named a copy, is first in the list and has its own scenes [PROJ-37]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scenes } = await story(visitor, 'Dawn', 'Dusk');
      const [first, second] = scenes;
      await addImage(visitor, first?.id ?? '', picture('dawn'));
      const copy = await visitor.get(projectSchema, `POST /api/projects/${project.id}/duplicate`);
      expect(copy).toMatchObject({ title: 'The keeper (Copy)', sceneCount: 2, thumbnail: picture('dawn') });
      expect(titles(await projectsOf(visitor))).toEqual(['The keeper (Copy)', 'The keeper']);
      const copied = await scenesOf(visitor, copy.id);
      expect(titles(copied)).toEqual(['Dawn', 'Dusk']);
      expect(copied.map(({ id }) => id)).not.toContain(first?.id);
      await visitor.get(deletedResponseSchema, `DELETE /api/scenes/${second?.id}`);
      expect((await projectOf(visitor, copy.id)).sceneCount).toBe(2);
    },
  },
  {
    title: 'the name of a copy stays within the limit of titles',
    async run(side) {
      const visitor = await side.newcomer();
      const project = await addProject(visitor, { title: 'x'.repeat(LIMITS.title) });
      const copy = await visitor.get(projectSchema, `POST /api/projects/${project.id}/duplicate`);
      expect(copy.title).toBe(`${'x'.repeat(LIMITS.title - ' (Copy)'.length)} (Copy)`);
    },
  },
  {
    title: 'invalid fields of a project are refused and change nothing',
    async run(side) {
      const visitor = await side.newcomer();
      const project = await addProject(visitor, { title: 'A' });
      const refused = (body: object) => visitor.refusal(`PATCH /api/projects/${project.id}`, { body });
      expect(await refused({ title: 'x'.repeat(LIMITS.title + 1) })).toEqual(INVALID);
      expect(await refused({ status: 'finished' })).toEqual(INVALID);
      expect(await refused({ story: 'x'.repeat(LIMITS.storyBytes + 1) })).toEqual(INVALID);
      expect(await projectOf(visitor, project.id)).toEqual(project);
    },
  },
  {
    title: 'every call about a deleted or another user’s project is refused as not found',
    async run(side) {
      const visitor = await side.newcomer();
      const project = await addProject(visitor, { title: 'A' });
      const other = await side.newcomer();
      await remove(visitor, project);
      for (const [who, id] of [
        [visitor, project.id],
        [visitor, NOBODYS_ID],
        [other, project.id],
      ] as const) {
        expect(await who.refusal(`PATCH /api/projects/${id}`, { body: { title: 'B' } })).toEqual(NOT_FOUND);
        expect(await who.refusal(`POST /api/projects/${id}/duplicate`)).toEqual(NOT_FOUND);
        expect(await who.refusal(`DELETE /api/projects/${id}`)).toEqual(NOT_FOUND);
        expect(await who.refusal(`GET /api/projects/${id}/costs`)).toEqual(NOT_FOUND);
        expect(await who.refusal('POST /api/scenes', { body: { projectId: id } })).toEqual(NOT_FOUND);
      }
      expect(await projectsOf(other)).toEqual([]);
    },
  },
  {
    title: 'a list is paged, and a header has the cursor of the next page',
    async run(side) {
      const visitor = await side.newcomer();
      await three(visitor);
      const page = await visitor.reply('GET /api/projects?limit=2');
      const cursor = page.header(NEXT_CURSOR_HEADER);
      expect(titles(projectSchema.array().parse(page.body))).toEqual(['C', 'B']);
      expect(cursor).not.toBeNull();
      const last = await visitor.reply(`GET /api/projects?limit=2&cursor=${encodeURIComponent(cursor ?? '')}`);
      expect(titles(projectSchema.array().parse(last.body))).toEqual(['A']);
      expect(last.header(NEXT_CURSOR_HEADER)).toBeNull();
      expect(await visitor.refusal('GET /api/projects?limit=0')).toEqual(INVALID);
    },
  },
  {
    title: 'a list may leave out the long texts, and then says whether there is a story [PROJ-33]',
    async run(side) {
      const visitor = await side.newcomer();
      const [a, b, c] = await three(visitor);
      const edit = (id: string, body: object) => visitor.get(projectSchema, `PATCH /api/projects/${id}`, { body });
      await edit(a.id, { story: 'Once.', characters: 'Mira: tall', environment: 'An island', props: 'A lamp' });
      await edit(b.id, { story: ' \n\u3000\u00a0', midjourneyPrompt: 'the sea', status: 'in-progress' });
      const scene = await addScene(visitor, { projectId: a.id, title: 'Dawn' });
      await addImage(visitor, scene.id, picture('dawn'));
      const listed = await summaries(visitor);
      expect(listed).toEqual((await projectsOf(visitor)).map(summaryOf));
      expect(listed.map(({ title, hasStory }) => [title, hasStory])).toEqual([
        ['C', false],
        ['B', false],
        ['A', true],
      ]);
      expect(listed[2]).toMatchObject({ sceneCount: 1, thumbnail: picture('dawn') });
      for (const text of ['story', 'characters', 'environment', 'props', 'midjourneyPrompt']) {
        expect(listed[2]).not.toHaveProperty(text);
      }

      const one = `GET /api/projects/${a.id}?fields=summary`;
      expect(await visitor.get(projectSummarySchema, one)).toEqual(listed[2]);
      const dragged = await visitor.get(projectSummarySchema.array(), 'POST /api/projects/reorder?fields=summary', {
        body: { projectIds: [b.id, c.id, a.id] },
      });
      expect(titles(dragged)).toEqual(['B', 'C', 'A']);
      expect(dragged).toEqual(await summaries(visitor));

      await edit(a.id, { story: '' });
      expect(await visitor.get(projectSummarySchema, one)).toMatchObject({ hasStory: false });
      await remove(visitor, a);
      expect(titles(await summaries(visitor))).toEqual(['B', 'C']);
      expect(await visitor.refusal(one)).toEqual(NOT_FOUND);
    },
  },
  {
    title: 'a list without the long texts is paged too, and other fields are refused',
    async run(side) {
      const visitor = await side.newcomer();
      const [a] = await three(visitor);
      const page = await visitor.reply('GET /api/projects?fields=summary&limit=2');
      const cursor = page.header(NEXT_CURSOR_HEADER);
      expect(titles(projectSummarySchema.array().parse(page.body))).toEqual(['C', 'B']);
      expect(cursor).not.toBeNull();
      const rest = `fields=summary&limit=2&cursor=${encodeURIComponent(cursor ?? '')}`;
      expect(
        titles(projectSummarySchema.array().parse((await visitor.reply(`GET /api/projects?${rest}`)).body)),
      ).toEqual(['A']);
      expect(await visitor.refusal('GET /api/projects?fields=title')).toEqual(INVALID);
      expect(await visitor.refusal(`GET /api/projects/${a.id}?fields=`)).toEqual(INVALID);
    },
  },
  {
    title: 'the audio of a project is set and cleared by its three fields [AUDIO-14]',
    async run(side) {
      const visitor = await side.newcomer();
      const { id } = await addProject(visitor, { title: 'The keeper' });
      const save = (body: object) => visitor.get(projectSchema, `PATCH /api/projects/${id}`, { body });
      const sound = {
        storyAudioUrl: 'https://example.com/keeper.mp3',
        storyAudioFilename: 'keeper.mp3',
        storyAudioStatus: 'complete',
      };
      await save(sound);
      expect(await projectOf(visitor, id)).toMatchObject({ title: 'The keeper', ...sound });
      const none = { storyAudioUrl: null, storyAudioFilename: null, storyAudioStatus: 'pending' };
      expect(await save(none)).toMatchObject(none);
      expect(await projectOf(visitor, id)).toMatchObject({ title: 'The keeper', ...none });
    },
  },
  {
    title: 'two requests with one idempotency key create one project, and another body is refused',
    async run(side) {
      const visitor = await side.newcomer();
      const ask = { body: { title: 'Once' }, key: 'once-and-only-once' };
      const first = await visitor.get(projectSchema, 'POST /api/projects', ask);
      const second = await visitor.get(projectSchema, 'POST /api/projects', ask);
      expect(second.id).toBe(first.id);
      const inBody = { body: { title: 'Once', idempotencyKey: ask.key } };
      expect((await visitor.get(projectSchema, 'POST /api/projects', inBody)).id).toBe(first.id);
      expect(await visitor.refusal('POST /api/projects', { ...ask, body: { title: 'Twice' } })).toEqual({
        status: 422,
        code: 'idempotency_key_reused',
      });
      expect(titles(await projectsOf(visitor))).toEqual(['Once']);
    },
  },
];
