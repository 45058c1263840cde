import type { Role } from '@storyreel/contracts';
import { FILM_ROUTES } from './film-routes';
import { type Belongings, connectable, IMAGE_URL, type Kind } from './fixtures';

export interface Route {
  /** Open to callers without a session. */
  open?: boolean;
  /** Only for people with the role: not there for anybody else, whatever ids they send. */
  role?: Role;
  /** Every position in which the route takes an id. */
  ids?: { in: 'path' | 'query' | 'body'; name: string; kind: Kind; /** Cannot be made up. */ signed?: boolean }[];
  /** A valid body. */
  body?: (ids: Belongings) => object;
  /** What the owner gets; default any 2xx. */
  own?: number;
  /** Other parameters of the query. */
  query?: string;
  /** Other path parameters. */
  params?: Record<string, string>;
}

const inPath = (name: string, kind: Kind) => ({ in: 'path' as const, name, kind });
const inBody = (name: string, kind: Kind) => ({ in: 'body' as const, name, kind });
const scene = (name = 'sceneId') => [inPath(name, 'scene')];
const video = { url: 'https://example.com/v.mp4', filename: 'v.mp4', mimeType: 'video/mp4', size: 1 };

/** Every route of the API and what it takes. A route that is missing here fails the test. */
export const ROUTES: Record<string, Route> = {
  'GET /api/health': { open: true },
  'GET /api/ready': { open: true },
  'GET /api/metrics': { open: true },
  'GET /api/config': { open: true },
  'GET /api/openapi.json': { open: true },
  'POST /api/register': { open: true },
  'POST /api/login': { open: true },
  'GET /api/login': { open: true },
  'GET /api/login.css': { open: true },
  'GET /api/login/callback': { open: true },
  'GET /api/logout': { open: true },
  'POST /api/logout': { open: true },
  'GET /api/auth/user': {},
  'GET /api/providers': { role: 'developer' },
  'POST /api/providers/check': { role: 'developer' },

  'GET /api/projects': {},
  'GET /api/projects/deleted': {},
  'GET /api/projects/:id': { ids: [inPath('id', 'project')] },
  'GET /api/projects/:id/deleted': { ids: [inPath('id', 'project')] },
  'POST /api/projects': { body: () => ({ title: 'New' }) },
  'POST /api/projects/restore': { ids: [inBody('id', 'project')], body: ({ project }) => ({ id: project }) },
  // Ids that are not the user's are kept without effect: the list is an order, not a grant.
  'POST /api/projects/reorder': { body: ({ project }) => ({ projectIds: [project] }) },
  'PATCH /api/projects/:id': { ids: [inPath('id', 'project')], body: () => ({ title: 'Changed' }) },
  'POST /api/projects/:id/duplicate': { ids: [inPath('id', 'project')] },
  'DELETE /api/projects/:id': { ids: [inPath('id', 'project')] },
  'GET /api/projects/:id/costs': { ids: [inPath('id', 'project')] },
  'GET /api/projects/:id/download-all': { ids: [inPath('id', 'project')] },

  'GET /api/projects/:id/story-draft': { ids: [inPath('id', 'project')] },
  'POST /api/projects/:id/story-draft/stop': {
    ids: [inPath('id', 'project'), inBody('draftId', 'storyDraft')],
    body: (ids) => ({ draftId: ids.storyDraft }),
  },
  'POST /api/projects/:id/story-draft/use': {
    ids: [inPath('id', 'project'), inBody('draftId', 'storyDraft')],
    body: (ids) => ({ draftId: ids.storyDraft }),
  },
  'POST /api/projects/:id/story-draft/undo': {
    ids: [inPath('id', 'project'), inBody('draftId', 'storyDraft')],
    body: (ids) => ({ draftId: ids.storyDraft }),
  },
  'DELETE /api/projects/:id/story-draft': {
    ids: [inPath('id', 'project'), { in: 'query', name: 'draftId', kind: 'storyDraft' }],
    // The project it stood in is another one by then.
    own: 404,
  },
  // Below the draft's own routes: another draft takes its place.
  'POST /api/projects/:id/write-story': {
    ids: [inPath('id', 'project')],
    body: () => ({ idea: 'the sea', tone: 'warm', length: 'short', replaces: true }),
  },

  'GET /api/scenes': { ids: [{ in: 'query', name: 'projectId', kind: 'project' }] },
  'GET /api/scenes/:id': { ids: scene('id') },
  'POST /api/scenes': { ids: [inBody('projectId', 'project')], body: ({ project }) => ({ projectId: project }) },
  'POST /api/scenes/restore': { ids: [inBody('id', 'scene')], body: (ids) => ({ id: ids.scene }) },
  'POST /api/scenes/reorder': {
    ids: [inBody('projectId', 'project')],
    body: (ids) => ({ projectId: ids.project, sceneIds: [ids.scene] }),
  },
  'POST /api/scenes/restore-all': {
    ids: [inBody('projectId', 'project')],
    body: ({ project }) => ({ projectId: project }),
    own: 409,
  },
  'DELETE /api/scenes/all/:projectId': { ids: [inPath('projectId', 'project')] },
  'PATCH /api/scenes/:id': { ids: scene('id'), body: () => ({ title: 'Changed' }) },
  'POST /api/scenes/:id/duplicate': { ids: scene('id') },
  'DELETE /api/scenes/:id': { ids: scene('id') },
  'POST /api/scenes/:sceneId/images': { ids: scene(), body: () => ({ imageUrl: IMAGE_URL }) },
  'PATCH /api/scenes/:sceneId/main-image': { ids: scene(), body: () => ({ imageUrl: IMAGE_URL }) },
  'DELETE /api/scenes/:sceneId/images/:index': { ids: scene(), params: { index: '0' } },
  'POST /api/scenes/:sceneId/videos': { ids: scene(), body: () => video },
  'PATCH /api/scenes/:sceneId/main-video': { ids: scene(), body: () => ({ videoId: 'one' }), own: 400 },
  'POST /api/scenes/:sceneId/replace-processing-video': {
    ids: scene(),
    body: () => ({ processingVideoId: 'processing-one', completedVideo: video }),
    own: 404,
  },
  'DELETE /api/scenes/:sceneId/videos/:videoId': { ids: scene(), params: { videoId: 'one' }, own: 404 },

  'POST /api/midjourney/generate-image': {
    ids: [inBody('sceneId', 'scene')],
    body: (ids) => ({ sceneId: ids.scene, prompt: 'the sea' }),
  },
  'GET /api/midjourney/queue': {},
  'GET /api/midjourney/job/:jobId': { ids: [inPath('jobId', 'imageJob')] },
  'GET /api/midjourney/bulk-quote': {},
  'POST /api/scenes/:id/cleanup-dead-images': { ids: scene('id') },

  'GET /api/replicate/models': {},
  'GET /api/replicate/model-schema/:modelId': { params: { modelId: 'kling-v2.1' } },
  'POST /api/replicate/generate-video': {
    ids: [inBody('sceneId', 'scene')],
    body: (ids) => ({ sceneId: ids.scene, modelId: 'kling-v2.1', settings: { prompt: 'waves', duration: 5 } }),
  },
  'GET /api/replicate/prediction/:predictionId': { ids: [inPath('predictionId', 'prediction')] },

  ...FILM_ROUTES,

  'POST /api/scenes/process-story': {
    ids: [inBody('projectId', 'project')],
    body: ({ project }) => ({ projectId: project }),
  },
  'POST /api/ai/generate/scene-description/:sceneId': { ids: scene(), body: () => ({ continuityDetails: 'Ada' }) },
  'POST /api/ai/generate/video-prompt/:sceneId': { ids: scene() },
  'POST /api/scenes/:sceneId/enhance-prompt': { ids: scene() },
  'POST /api/ai/generate/continuity': { body: () => ({ story: 'Ada went to sea.' }) },
  'POST /api/ai/generate-description': { body: () => ({ title: 'The sea', platforms: ['tiktok'] }) },

  'GET /api/batches': {},
  'POST /api/batches': {
    ids: [inBody('projectId', 'project')],
    body: (ids) => ({ projectId: ids.project, kind: 'images', sceneIds: [ids.scene], zaps: 100 }),
  },
  'POST /api/batches/quote': {
    ids: [inBody('projectId', 'project')],
    body: (ids) => ({ projectId: ids.project, kind: 'images', sceneIds: [ids.scene] }),
  },
  'GET /api/batches/:id': { ids: [inPath('id', 'batch')] },
  'POST /api/batches/:id/pause': { ids: [inPath('id', 'batch')] },
  'POST /api/batches/:id/resume': { ids: [inPath('id', 'batch')] },
  'POST /api/batches/:id/cancel': { ids: [inPath('id', 'batch')] },
  'POST /api/batches/:id/retry': { ids: [inPath('id', 'batch')] },

  'POST /api/costs/estimate': {
    body: () => ({ provider: 'internal', model: 'gpt-4', operation: 'continuity', usage: { requests: 1 } }),
  },
  'GET /api/credits/balance': {},
  'GET /api/credits/transactions': {},
  'GET /api/usage-events': {},
  'GET /api/credits/charges/:holdId': { ids: [inPath('holdId', 'charge')] },
  'GET /api/credits/spending': {},
  'GET /api/audit/ledger': { role: 'finance' },
  'GET /api/audit/ledger/totals': { role: 'finance' },
  'GET /api/audit/wallets': { role: 'finance' },
  'GET /api/audit/wallets/:userId': { role: 'finance', ids: [inPath('userId', 'user')] },
  'GET /api/audit/trial-balance': { role: 'finance' },
  'GET /api/audit/holds': { role: 'finance' },
  'GET /api/audit/charges/:holdId': { role: 'finance', ids: [inPath('holdId', 'charge')] },
  'GET /api/audit/spending': { role: 'finance' },
  'GET /api/audit/access': { role: 'finance' },
  'GET /api/audit/export': { role: 'finance', query: '?format=csv' },
  'POST /api/credits/add-zaps': { body: () => ({ amount: 100 }) },
  // No payment provider is set up where the table is gone through.
  'POST /api/credits/checkout': { body: () => ({ amount: 100 }), own: 503 },
  'GET /api/credits/checkouts/:id': { params: { id: '00000000-0000-4000-8000-00000000dead' }, own: 404 },
  'POST /api/webhooks/stripe': { open: true },
  'GET /api/audit/payments': { role: 'finance' },
  'GET /api/credits/budgets': {},
  'PUT /api/credits/budget': { body: () => ({ monthlyZaps: 1_000 }) },
  'PUT /api/projects/:id/budget': { ids: [inPath('id', 'project')], body: () => ({ monthlyZaps: 1_000 }) },
  'POST /api/audit/charges/:holdId/refunds': {
    role: 'finance',
    ids: [inPath('holdId', 'charge')],
    body: () => ({ zaps: 1, reason: 'Blurred' }),
  },

  // Nothing is set up to ask, and nothing is uploaded, where the table is gone through.
  'POST /api/audit/reconciliations': {
    role: 'finance',
    body: () => ({ provider: 'replicate', from: '2026-11-01', to: '2026-11-30' }),
    own: 503,
  },
  'POST /api/audit/reconciliations/statement': {
    role: 'finance',
    query: '?provider=replicate&from=2026-11-01&to=2026-11-30',
    own: 415,
  },
  'GET /api/audit/reconciliations': { role: 'finance' },
  'GET /api/audit/reconciliations/:id': {
    role: 'finance',
    params: { id: '00000000-0000-4000-8000-00000000dead' },
    own: 404,
  },
  'POST /api/audit/verifications': { role: 'finance' },
  'GET /api/audit/verifications': { role: 'finance' },
  'GET /api/audit/verifications/latest': { role: 'finance' },
  'GET /api/audit/heads': { role: 'finance' },

  'GET /api/styles': {},
  'POST /api/styles': { body: () => ({ name: 'Ink', imageUrl: IMAGE_URL, category: 'Custom' }) },
  'POST /api/styles/ready-made': { body: () => ({ key: 'cut-paper' }) },
  'POST /api/styles/restore': { ids: [inBody('id', 'style')], body: ({ style }) => ({ id: style }) },
  'PUT /api/styles/:id': {
    ids: [inPath('id', 'style')],
    body: () => ({ name: 'Oil', imageUrl: IMAGE_URL, category: 'Flux' }),
  },
  'DELETE /api/styles/:id': { ids: [inPath('id', 'style')] },

  'GET /api/social/connections': {},
  // No platform is set up where the table is gone through.
  'GET /api/social/authorize/:platform': { params: { platform: 'youtube' }, own: 404 },
  'GET /api/social/callback/:platform': { params: { platform: 'youtube' }, own: 404 },
  'GET /api/social/accounts': {},
  'POST /api/social/accounts': { body: () => connectable('another account') },
  'GET /api/social/posts': {},
  'POST /api/social/posts': {
    ids: [inBody('socialAccountId', 'socialAccount'), inBody('projectId', 'project'), inBody('sceneId', 'scene')],
    body: (ids) => ({
      title: 'New',
      content: 'It is out.',
      platform: 'youtube',
      socialAccountId: ids.socialAccount,
      projectId: ids.project,
      sceneId: ids.scene,
      hashtags: ['sea'],
      mediaUrls: [IMAGE_URL],
      scheduledAt: null,
    }),
  },
  'POST /api/social/posts/restore': { ids: [inBody('id', 'post')], body: ({ post }) => ({ id: post }) },
  'PATCH /api/social/posts/:id': {
    ids: [inPath('id', 'post'), inBody('projectId', 'project'), inBody('sceneId', 'scene')],
    body: ({ project, scene: sceneId }) => ({
      title: 'Changed',
      projectId: project,
      sceneId,
      mentions: [],
      scheduledAt: null,
    }),
  },
  'POST /api/social/posts/:id/duplicate': { ids: [inPath('id', 'post')] },
  'POST /api/social/posts/:id/mark-published': { ids: [inPath('id', 'post')], own: 409 },
  'POST /api/social/posts/:id/publish': { ids: [inPath('id', 'post')] },
  'DELETE /api/social/posts/:id': { ids: [inPath('id', 'post')] },
  'GET /api/social/sandbox-posts': {},
  'DELETE /api/social/accounts/:id': { ids: [inPath('id', 'socialAccount')] },

  'GET /api/content-templates': {},
  'POST /api/content-templates': { body: () => ({ name: 'New film', contentTemplate: 'It is out.' }) },
  'POST /api/content-templates/restore': { ids: [inBody('id', 'template')], body: (ids) => ({ id: ids.template }) },
  'DELETE /api/content-templates/:id': { ids: [inPath('id', 'template')] },
  'GET /api/chat': { ids: [{ in: 'query', name: 'projectId', kind: 'project' }] },
  'POST /api/chat': {
    ids: [inBody('projectId', 'project')],
    body: ({ project }) => ({ role: 'user', content: 'Who is Ada?', projectId: project }),
  },
  'POST /api/chat/:id/stop': { ids: [inPath('id', 'reply')] },
  // It has not failed, which only its owner is told.
  'POST /api/chat/:id/retry': { ids: [inPath('id', 'reply')], own: 409 },
  'DELETE /api/chat/:id': { ids: [inPath('id', 'reply')] },
  'DELETE /api/chat': { ids: [{ in: 'query', name: 'projectId', kind: 'project' }] },

  'GET /api/runs': { role: 'developer' },
  'GET /api/runs/counts': { role: 'developer' },
  'GET /api/runs/stuck': { role: 'developer' },
  // Nothing of this name is stuck.
  'POST /api/runs/stuck/retry': { role: 'developer', body: () => ({ kind: 'job', id: '1' }), own: 404 },
  'GET /api/runs/:id': { ids: [inPath('id', 'imageJob')] },
  // Its images are the main ones already.
  'POST /api/runs/:id/again': { ids: [inPath('id', 'imageJob')], body: () => ({ prompt: 'the sea again' }) },
  'POST /api/runs/:id/keep': { ids: [inPath('id', 'imageJob')], body: () => ({}) },
  'POST /api/runs/:id/undo-keep': { ids: [inPath('id', 'imageJob')], own: 404 },
  'GET /api/runs/:id/assets/:assetId': {
    ids: [inPath('id', 'imageJob')],
    params: { assetId: '00000000-0000-4000-8000-00000000dead' },
    own: 404,
  },
  'GET /api/runs/:id/replay': { ids: [inPath('id', 'imageJob')] },
  'GET /api/scenes/:id/runs': { ids: scene('id') },

  'POST /api/upload': {},
  'POST /api/objects/upload': {},
  // A token is signed, so nobody can make up one that is well-formed and unknown.
  'PUT /api/uploads/:token': { ids: [{ ...inPath('token', 'uploadToken'), signed: true }] },
  'POST /api/objects/finalize': { body: () => ({ uploadURL: '/api/uploads/none' }), own: 400 },
  // The visitor may have no session at all: what is private is not there, which says no more than that.
  'GET /api/media/:key': { open: true, ids: [inPath('key', 'mediaKey')] },
};
