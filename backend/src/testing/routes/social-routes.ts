import { ANOTHER_ACCOUNT, connectable, IMAGE_URL } from './belongings';
import * as prepare from './prepare';
import { inBody, inPath, type Routes } from './route';

/** Routes of styles, of the library of casts, of posts with their accounts and templates, and of uploads. */
export const SOCIAL_ROUTES: Routes = {
  'GET /api/styles': {},
  'POST /api/styles': {
    body: () => ({ name: 'Ink', imageUrl: IMAGE_URL, category: 'Custom' }),
    key: { makes: 'StyleAdded' },
  },
  'POST /api/styles/ready-made': {
    body: () => ({ key: 'cut-paper' }),
    harmless: 'a user has each ready-made style once',
  },
  'POST /api/styles/restore': {
    ids: [inBody('id', 'style')],
    body: ({ style }) => ({ id: style }),
    harmless: 'only deleted items are restored',
  },
  'PUT /api/styles/:id': {
    ids: [inPath('id', 'style')],
    body: () => ({ name: 'Oil', imageUrl: IMAGE_URL, category: 'Flux' }),
  },
  'DELETE /api/styles/:id': { ids: [inPath('id', 'style')] },

  'GET /api/cast-library': {},
  'POST /api/cast-library': {
    ids: [inBody('projectId', 'project')],
    body: ({ project }) => ({ projectId: project, memberId: 'prop-brass-key' }),
    key: { makes: 'LibraryMemberKept', prepare: prepare.anotherKey },
  },
  'POST /api/cast-library/restore': {
    ids: [inBody('id', 'libraryMember')],
    body: ({ libraryMember }) => ({ id: libraryMember }),
    harmless: 'only deleted items are restored',
  },
  'DELETE /api/cast-library/:id': { ids: [inPath('id', 'libraryMember')] },

  'GET /api/social/connections': {},
  // No platform is set up in the test of the routes.
  'GET /api/social/authorize/:platform': { params: { platform: 'youtube' }, own: 404 },
  'GET /api/social/callback/:platform': { params: { platform: 'youtube' }, own: 404 },
  'GET /api/social/accounts': {},
  'POST /api/social/accounts': {
    body: () => connectable(ANOTHER_ACCOUNT),
    key: { makes: 'SocialAccountConnected', prepare: prepare.account },
  },
  // An account of the sandbox has no creator on TikTok.
  'GET /api/social/accounts/:id/tiktok-creator': { ids: [inPath('id', 'socialAccount')], own: 400 },
  'GET /api/social/posts': {},
  'GET /api/social/project-posts': {},
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
      mediaUrls: ['https://example.com/a.mp4'],
      scheduledAt: null,
    }),
    key: { makes: 'PostCreated' },
  },
  'POST /api/social/posts/restore': {
    ids: [inBody('id', 'post')],
    body: ({ post }) => ({ id: post }),
    harmless: 'only deleted items are restored',
  },
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
  'POST /api/social/posts/:id/duplicate': { ids: [inPath('id', 'post')], key: { makes: 'PostCreated' } },
  'POST /api/social/posts/:id/mark-published': {
    ids: [inPath('id', 'post')],
    own: 409,
    harmless: 'a published post stays published',
  },
  'POST /api/social/posts/:id/publish': {
    ids: [inPath('id', 'post')],
    key: { makes: 'PostPublishRequested', prepare: prepare.post, answer: ({ id }) => id },
  },
  'DELETE /api/social/posts/:id': { ids: [inPath('id', 'post')] },
  'GET /api/social/sandbox-posts': {},
  'DELETE /api/social/accounts/:id': { ids: [inPath('id', 'socialAccount')] },

  'GET /api/content-templates': {},
  'POST /api/content-templates': {
    body: () => ({ name: 'New film', contentTemplate: 'It is out.' }),
    key: { makes: 'TemplateSaved' },
  },
  'POST /api/content-templates/restore': {
    ids: [inBody('id', 'template')],
    body: (ids) => ({ id: ids.template }),
    harmless: 'only deleted items are restored',
  },
  'DELETE /api/content-templates/:id': { ids: [inPath('id', 'template')] },

  'POST /api/story-files': { query: '?name=story.txt', own: 400, harmless: 'the file is read, and not stored' },
  'POST /api/upload': { harmless: 'unused upload addresses expire' },
  'POST /api/objects/upload': { harmless: 'unused upload addresses expire' },
  // A token is signed, so nobody can make up one that is well-formed and unknown.
  'PUT /api/uploads/:token': { ids: [{ ...inPath('token', 'uploadToken'), signed: true }] },
  'POST /api/objects/finalize': {
    body: () => ({ uploadURL: '/api/uploads/none' }),
    own: 400,
    harmless: 'the upload’s address is its key',
  },
  // The visitor may have no session at all: private media are answered with 404, which reveals nothing else.
  'GET /api/media/:key': { open: true, ids: [inPath('key', 'mediaKey')] },
};
