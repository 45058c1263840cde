import { createProjectRequestSchema } from '@storyreel/contracts';
import { userContext } from '../../../eventsourcing/commands/command-context';
import { given, OWNER, stateOf, testEnvironment } from '../../../testing/given-when-then';
import {
  created,
  image,
  imageJobQueued,
  PROJECT,
  scene,
  sceneId,
  videoJobQueued,
} from '../../../testing/project-fixtures';
import {
  CreateProject,
  decideCreateProject,
  decideDeleteProject,
  decideDuplicateProject,
  decideEditProject,
  decideRestoreProject,
  DeleteProject,
  DuplicateProject,
  EditProject,
  RestoreProject,
} from './project-commands';
import { dashboardAggregate, decideReorderProjects, ReorderProjects } from '../dashboard-order';
import { NEW_PROJECT_FIELDS, projectAggregate } from './project';

const context = userContext(OWNER, { commandId: 'command' });
const stranger = testEnvironment({ ownerId: 'somebody-else' });
const deleted = { type: 'ProjectDeleted' as const, data: { sceneIds: [] } };

describe('a missing project', () => {
  const create = new CreateProject(PROJECT, createProjectRequestSchema.parse({}), context);

  it('is created as a draft with the default texts [PROJ-28]', () => {
    given(projectAggregate, [])
      .when((state) => decideCreateProject(create, state))
      .then([
        {
          type: 'ProjectCreated',
          data: {
            projectId: PROJECT,
            fields: expect.objectContaining({
              status: 'draft',
              title: 'Untitled Project',
              description: 'A new story waiting to be created',
            }) as typeof NEW_PROJECT_FIELDS,
            scenes: [],
            copiedFrom: null,
          },
        },
      ]);
  });

  it('cannot be edited, deleted or restored', () => {
    const none = given(projectAggregate, []);
    none
      .when((s, e) => decideEditProject(new EditProject(PROJECT, { title: 'A' }, context), s, e))
      .refused('not_found');
    none.when((s, e) => decideDeleteProject(new DeleteProject(PROJECT, {}, context), s, e)).refused('not_found');
    none.when((s, e) => decideRestoreProject(new RestoreProject(PROJECT, {}, context), s, e)).refused('not_found');
  });
});

describe('a project', () => {
  it('is not created again by a repeated command', () => {
    const create = new CreateProject(PROJECT, createProjectRequestSchema.parse({}), context);
    given(projectAggregate, [created()])
      .when((state) => decideCreateProject(create, state))
      .then([]);
  });

  it.each(['draft', 'in-progress', 'complete'] as const)('takes the status %s from any status', (status) => {
    for (const from of ['draft', 'in-progress', 'complete'] as const) {
      const past = [created(), { type: 'ProjectEdited' as const, data: { changes: { status: from } } }];
      given(projectAggregate, past)
        .when((s, e) => decideEditProject(new EditProject(PROJECT, { status }, context), s, e))
        .thenState((state) => expect(state.fields.status).toBe(status));
    }
  });

  it('records only the fields that an edit changes, and no repeated value', () => {
    const edit = (fields: object) => new EditProject(PROJECT, fields, context);
    const project = given(projectAggregate, [created()]);
    project
      .when((s, e) => decideEditProject(edit({ title: 'New', description: NEW_PROJECT_FIELDS.description }), s, e))
      .then([{ type: 'ProjectEdited', data: { changes: { title: 'New' } } }]);
    project.when((s, e) => decideEditProject(edit({ title: NEW_PROJECT_FIELDS.title }), s, e)).then([]);
  });

  it('keeps the voices of its speakers, and records the same ones once', () => {
    const voices = [{ speaker: '', voice: 'alto', speed: 1, stability: 0.5, clarity: 0.8, style: 0.3 }];
    const edit = new EditProject(PROJECT, { voices: voices.map((voice) => ({ ...voice })) }, context);
    const edited = { type: 'ProjectEdited' as const, data: { changes: { voices } } };
    given(projectAggregate, [created()])
      .when((s, e) => decideEditProject(edit, s, e))
      .then([edited]);
    given(projectAggregate, [created(), edited])
      .when((s, e) => decideEditProject(edit, s, e))
      .then([]);
  });

  it('is named after its story until it gets a title', () => {
    const edit = (changes: object) => new EditProject(PROJECT, changes, context);
    const called = given(projectAggregate, [created()]);
    const past = (changes: object) => ({ type: 'ProjectEdited' as const, data: { changes } });
    called
      .when((s, e) => decideEditProject(edit({ story: 'The Bus\n\nIt was late.' }), s, e))
      .then([past({ story: 'The Bus\n\nIt was late.', title: 'The Bus' })]);
    given(projectAggregate, [created(), past({ story: 'The Bus', title: 'The Bus' })])
      .when((s, e) => decideEditProject(edit({ story: 'The Train' }), s, e))
      .then([past({ story: 'The Train', title: 'The Train' })]);
    given(projectAggregate, [created(), past({ story: 'The Bus', title: 'My film' })])
      .when((s, e) => decideEditProject(edit({ story: 'The Train' }), s, e))
      .then([past({ story: 'The Train' })]);
    called
      .when((s, e) => decideEditProject(edit({ story: 'The Bus', title: 'Mine' }), s, e))
      .then([past({ story: 'The Bus', title: 'Mine' })]);
  });

  it('is not found for other users', () => {
    given(projectAggregate, [created()])
      .when((s, e) => decideEditProject(new EditProject(PROJECT, { title: 'Mine' }, context), s, e), stranger)
      .refused('not_found');
    given(projectAggregate, [created(), deleted])
      .when((s, e) => decideRestoreProject(new RestoreProject(PROJECT, {}, context), s, e), stranger)
      .refused('not_found');
  });

  it('ends its running jobs when it is deleted, so that their zaps are released', () => {
    const past = [
      created([scene(1), scene(2)]),
      imageJobQueued(1, 'job-1', ['a', 'b', 'c', 'd']),
      videoJobQueued(2, 'job-2'),
    ];
    given(projectAggregate, past)
      .when((s, e) => decideDeleteProject(new DeleteProject(PROJECT, {}, context), s, e))
      .then([
        expect.objectContaining({ type: 'ImageJobFailed' }),
        expect.objectContaining({ type: 'VideoJobFailed' }),
        { type: 'ProjectDeleted', data: { sceneIds: [sceneId(1), sceneId(2)] } },
      ] as never);
  });

  it('is restored with its scenes, and only once', () => {
    const past = [created([scene(1)]), { ...deleted, data: { sceneIds: [sceneId(1)] } }];
    const restore = new RestoreProject(PROJECT, {}, context);
    given(projectAggregate, past)
      .when((s, e) => decideRestoreProject(restore, s, e))
      .then([{ type: 'ProjectRestored', data: { sceneIds: [sceneId(1)] } }]);
    given(projectAggregate, [created()])
      .when((s, e) => decideRestoreProject(restore, s, e))
      .then([]);
  });

  it('is duplicated with its scenes and finished media under new ids', () => {
    const source = stateOf(projectAggregate, [
      created([scene(1, { images: [image('a'), image('b', { url: '', status: 'failed' })], mainImageId: 'a' })]),
    ]);
    given(projectAggregate, [])
      .when((s, e) =>
        decideDuplicateProject(new DuplicateProject('copy', { sourceId: PROJECT }, context), source, s, e),
      )
      .thenState((state) => {
        const [copy] = Object.values(state.scenes);
        expect(copy?.id).not.toBe(sceneId(1));
        expect(copy?.images.map((slot) => slot.url)).toEqual(['/api/media/a']);
        expect(copy?.mainImageId).toBe(copy?.images[0]?.id);
        expect(state.fields.title).toBe('Untitled Project (Copy)');
      });
  });
});

describe('the dashboard', () => {
  const reorder = (projectIds: string[]) => new ReorderProjects(OWNER, { projectIds }, context);

  it('keeps the given order, each project once', () => {
    given(dashboardAggregate, [])
      .when((state) => decideReorderProjects(reorder(['b', 'a', 'b']), state))
      .then([{ type: 'ProjectsReordered', data: { projectIds: ['b', 'a'] } }]);
  });

  it('does nothing for the present order', () => {
    given(dashboardAggregate, [{ type: 'ProjectsReordered', data: { projectIds: ['b', 'a'] } }])
      .when((state) => decideReorderProjects(reorder(['b', 'a']), state))
      .then([]);
  });
});
