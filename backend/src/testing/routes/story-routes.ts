import { IMAGE_URL } from './belongings';
import * as prepare from './prepare';
import { inBody, inPath, inQuery, type Routes } from './route';

const scene = (name = 'sceneId') => [inPath(name, 'scene')];
const video = { url: 'https://example.com/v.mp4', filename: 'v.mp4', mimeType: 'video/mp4', size: 1 };

/** Routes of accounts, of projects with their stories, of scenes, and of the chat about them. */
export const STORY_ROUTES: Routes = {
  'GET /api/health': { open: true },
  'GET /api/ready': { open: true },
  'GET /api/metrics': { open: true },
  'GET /api/config': { open: true },
  'GET /api/openapi.json': { open: true },
  'POST /api/register': { open: true, harmless: 'an address is registered once' },
  'POST /api/login': { open: true, harmless: 'opens a session' },
  'GET /api/login': { open: true },
  'GET /api/login.css': { open: true },
  'GET /api/login/callback': { open: true },
  'GET /api/logout': { open: true },
  'POST /api/logout': { open: true, harmless: 'ends a session' },
  'GET /api/auth/user': {},
  'GET /api/login/forgot': { open: true },
  'POST /api/login/forgot': { open: true, harmless: 'sends another link, which replaces the earlier one' },
  'GET /api/login/reset': { open: true },
  'POST /api/login/reset': { open: true, harmless: 'a link works once' },
  'GET /api/account': {},
  'PATCH /api/account': { body: () => ({ firstName: 'Ada' }) },
  'PATCH /api/account/dates': { body: () => ({ locale: 'de-AT', timeZone: 'Europe/Vienna' }) },
  // Without a mail server, this route sends nothing.
  'POST /api/account/email': {
    body: () => ({ email: 'else@example.com', password: 'correct horse battery' }),
    own: 503,
    harmless: 'replaces the change that was requested before',
  },
  'POST /api/account/email/confirm': {
    body: () => ({ token: 'x'.repeat(43) }),
    own: 400,
    harmless: 'a link works once',
  },
  'POST /api/account/password': {
    body: () => ({ current: 'wrong horse battery', next: 'another horse battery' }),
    own: 400,
    harmless: 'the earlier password is no longer accepted',
  },
  'POST /api/account/erase': {
    body: () => ({ email: 'nobody@example.com', password: 'wrong horse battery' }),
    own: 400,
    harmless: 'an account is erased once',
  },
  'POST /api/account/sessions/end': { body: () => ({ id: 'none' }), harmless: 'only open sessions are ended' },
  'GET /api/account/archive': {},
  'GET /api/account/archives/:id/file': { ids: [inPath('id', 'archive')] },
  // A new archive replaces the earlier one.
  'POST /api/account/archive': { harmless: 'one archive is prepared at a time' },
  'GET /api/providers': { role: 'developer' },
  'POST /api/providers/check': { role: 'developer', harmless: 'checks the providers, and changes nothing' },

  'GET /api/projects': {},
  'GET /api/projects/deleted': {},
  'GET /api/projects/:id': { ids: [inPath('id', 'project')] },
  'GET /api/projects/:id/history': { ids: [inPath('id', 'project')] },
  'GET /api/projects/:id/scenes/:sceneId/versions': { ids: [inPath('id', 'project'), inPath('sceneId', 'scene')] },
  'GET /api/projects/:id/as-of/:revision': { ids: [inPath('id', 'project')], params: { revision: '0' } },
  'POST /api/projects/:id/undo': {
    body: () => ({}),
    ids: [inPath('id', 'project')],
    key: { makes: 'StepUndone', prepare: prepare.projectRetitled },
  },
  'POST /api/projects/:id/redo': {
    body: () => ({}),
    ids: [inPath('id', 'project')],
    key: { makes: 'StepRedone', prepare: prepare.retitlingUndone },
  },
  'POST /api/projects/:id/restore-version': {
    ids: [inPath('id', 'project')],
    body: () => ({ revision: '99999' }),
    key: 'its command is repeated',
  },
  'POST /api/projects/:id/copy-version': {
    ids: [inPath('id', 'project')],
    body: () => ({ revision: '0' }),
    key: { makes: 'ProjectCreated' },
  },
  'POST /api/projects/:id/alternatives': {
    ids: [inPath('id', 'project')],
    body: () => ({ title: 'A darker ending' }),
    key: { makes: 'ProjectCreated' },
  },
  'GET /api/projects/:id/comparison': { ids: [inPath('id', 'alternative')] },
  'POST /api/projects/:id/keep-alternative': {
    ids: [inPath('id', 'alternative')],
    body: () => ({}),
    key: { makes: 'AlternativeTaken', prepare: prepare.darkerAlternative },
  },
  'GET /api/projects/:id/deleted': { ids: [inPath('id', 'project')] },
  'POST /api/projects': { body: () => ({ title: 'New' }), key: { makes: 'ProjectCreated' } },
  'POST /api/projects/restore': {
    ids: [inBody('id', 'project')],
    body: ({ project }) => ({ id: project }),
    harmless: 'only deleted items are restored',
  },
  // Ids of other users are stored without effect: the list is an order, not a grant.
  'POST /api/projects/reorder': {
    body: ({ project }) => ({ projectIds: [project] }),
    harmless: 'sets the whole order',
  },
  'PATCH /api/projects/:id': { ids: [inPath('id', 'project')], body: () => ({ title: 'Changed' }) },
  'POST /api/projects/:id/duplicate': { ids: [inPath('id', 'project')], key: { makes: 'ProjectCreated' } },
  'DELETE /api/projects/:id': { ids: [inPath('id', 'project')] },
  'GET /api/projects/:id/costs': { ids: [inPath('id', 'project')] },
  'GET /api/projects/:id/download-all': { ids: [inPath('id', 'project')] },
  'GET /api/projects/:id/export': { ids: [inPath('id', 'project')] },
  'POST /api/projects/import': { own: 400, key: 'its command is repeated' },
  'GET /api/projects/:id/storyboard.pdf': { ids: [inPath('id', 'project')] },

  'GET /api/projects/:id/story-draft': { ids: [inPath('id', 'project')] },
  'POST /api/projects/:id/story-draft/stop': {
    ids: [inPath('id', 'project'), inBody('draftId', 'storyDraft')],
    body: (ids) => ({ draftId: ids.storyDraft }),
    harmless: 'a story that has ended is not stopped again',
  },
  'POST /api/projects/:id/story-draft/use': {
    ids: [inPath('id', 'project'), inBody('draftId', 'storyDraft')],
    body: (ids) => ({ draftId: ids.storyDraft }),
    harmless: 'a draft replaces the story once',
  },
  'POST /api/projects/:id/story-draft/undo': {
    ids: [inPath('id', 'project'), inBody('draftId', 'storyDraft')],
    body: (ids) => ({ draftId: ids.storyDraft }),
    harmless: 'a replaced story is restored once',
  },
  'DELETE /api/projects/:id/story-draft': {
    ids: [inPath('id', 'project'), inQuery('draftId', 'storyDraft')],
    // At that point another draft has replaced the one in this project.
    own: 404,
  },
  'POST /api/projects/:id/abridge-story': {
    ids: [inPath('id', 'project')],
    body: () => ({ seconds: 30 }),
    key: { makes: 'TextAnswered', isPaid: true, answer: ({ story }) => story },
  },
  'POST /api/projects/:id/abridge-story/accept': {
    ids: [inPath('id', 'project')],
    body: (ids) => ({ abridgingId: ids.storyDraft, story: 'Ada went to sea.' }),
    harmless: 'an accepted story replaces the earlier one once',
  },
  'POST /api/projects/:id/abridge-story/undo': {
    ids: [inPath('id', 'project')],
    body: (ids) => ({ abridgingId: ids.storyDraft }),
    harmless: 'a replaced story is restored once',
  },
  // Listed after the routes of drafts, because it replaces the draft.
  'POST /api/projects/:id/write-story': {
    ids: [inPath('id', 'project')],
    body: () => ({ idea: 'the sea', tone: 'warm', length: 'short', replaces: true }),
    key: { makes: 'StoryAsked', isPaid: true, answer: ({ id }) => id },
  },

  'GET /api/scenes': { ids: [inQuery('projectId', 'project')] },
  'GET /api/scenes/:id': { ids: scene('id') },
  'POST /api/scenes': {
    ids: [inBody('projectId', 'project')],
    body: ({ project }) => ({ projectId: project }),
    key: { makes: 'SceneAdded' },
  },
  'POST /api/scenes/restore': {
    ids: [inBody('id', 'scene')],
    body: (ids) => ({ id: ids.scene }),
    harmless: 'only deleted items are restored',
  },
  'POST /api/scenes/reorder': {
    ids: [inBody('projectId', 'project')],
    body: (ids) => ({ projectId: ids.project, sceneIds: [ids.scene] }),
    harmless: 'sets the whole order',
  },
  'POST /api/scenes/restore-all': {
    ids: [inBody('projectId', 'project')],
    body: ({ project }) => ({ projectId: project }),
    own: 409,
    key: { makes: 'AllScenesRestored', prepare: prepare.clearedScenes },
  },
  'DELETE /api/scenes/all/:projectId': {
    ids: [inPath('projectId', 'project')],
    key: { makes: 'AllScenesDeleted', prepare: prepare.scene },
  },
  'POST /api/projects/:projectId/cast': {
    ids: [inPath('projectId', 'project')],
    body: () => ({ change: { action: 'add', kind: 'character', name: 'Mara', look: 'red coat' } }),
    key: { makes: 'CastChanged', prepare: prepare.noCast },
  },
  'POST /api/projects/:projectId/cast/restore': {
    ids: [inPath('projectId', 'project')],
    body: () => ({ revision: '0' }),
    own: 409,
    harmless: 'a change is undone once',
  },
  'PATCH /api/scenes/:id': { ids: scene('id'), body: () => ({ title: 'Changed' }) },
  'POST /api/scenes/:id/duplicate': { ids: scene('id'), key: { makes: 'SceneAdded' } },
  'POST /api/scenes/:id/split': {
    ids: scene('id'),
    body: () => ({ first: 'Not the words', second: 'of this scene.' }),
    own: 409,
    key: 'its command is repeated',
  },
  'POST /api/scenes/:id/merge': { ids: scene('id'), own: 409, key: 'its command is repeated' },
  'POST /api/scenes/undo-cut': {
    ids: [inBody('projectId', 'project')],
    body: ({ project }) => ({ projectId: project, cutId: '3f1a1c00-7b1d-4c3e-9d12-000000000001' }),
    own: 409,
    harmless: 'a change is undone once',
  },
  'DELETE /api/scenes/:id': { ids: scene('id') },
  'POST /api/scenes/:sceneId/images': {
    ids: scene(),
    body: () => ({ imageUrl: IMAGE_URL }),
    key: { makes: 'ImageAdded' },
  },
  'POST /api/scenes/:sceneId/shots': {
    ids: scene(),
    body: () => ({ change: { action: 'reset' } }),
    harmless: 'a shot with the same settings is not changed',
  },
  'POST /api/scenes/:sceneId/shots/restore': {
    ids: scene(),
    body: () => ({ revision: '0' }),
    own: 409,
    harmless: 'shots that were changed since are not restored',
  },
  'PATCH /api/scenes/:sceneId/main-image': { ids: scene(), body: () => ({ imageUrl: IMAGE_URL }) },
  'DELETE /api/scenes/:sceneId/images/:index': {
    ids: scene(),
    params: { index: '0' },
    key: { makes: 'ImageRemoved', prepare: prepare.image },
  },
  'POST /api/scenes/:sceneId/videos': { ids: scene(), body: () => video, key: { makes: 'VideoAdded' } },
  'PATCH /api/scenes/:sceneId/main-video': { ids: scene(), body: () => ({ videoId: 'one' }), own: 400 },
  'POST /api/scenes/:sceneId/replace-processing-video': {
    ids: scene(),
    body: () => ({ processingVideoId: 'processing-one', completedVideo: video }),
    own: 404,
    key: 'its command is repeated',
  },
  'DELETE /api/scenes/:sceneId/videos/:videoId': { ids: scene(), params: { videoId: 'one' }, own: 404 },

  'GET /api/chat': { ids: [inQuery('projectId', 'project')] },
  'POST /api/chat': {
    ids: [inBody('projectId', 'project')],
    body: ({ project }) => ({ role: 'user', content: 'Who is Ada?', projectId: project }),
    key: { makes: 'ChatMessagePosted', isPaid: true },
  },
  'POST /api/chat/:id/stop': { ids: [inPath('id', 'reply')], harmless: 'a reply that has ended is not stopped again' },
  // The reply has not failed, which only its owner may learn.
  'POST /api/chat/:id/retry': { ids: [inPath('id', 'reply')], own: 409, key: 'its command is repeated' },
  'DELETE /api/chat/:id': { ids: [inPath('id', 'reply')] },
  'DELETE /api/chat': { ids: [inQuery('projectId', 'project')] },
};
