import * as prepare from './prepare';
import { inBody, inPath, type Routes } from './route';

const scene = (name = 'sceneId') => [inPath(name, 'scene')];
const film = [inPath('projectId', 'filmProject'), inPath('filmId', 'film')];

/** Routes of generation for scenes and projects, alone and in batches, and of their runs. */
export const GENERATION_ROUTES: Routes = {
  'POST /api/midjourney/generate-image': {
    ids: [inBody('sceneId', 'scene')],
    body: (ids) => ({ sceneId: ids.scene, prompt: 'the sea' }),
    key: { makes: 'ImageJobQueued', isPaid: true, answer: ({ jobId }) => jobId },
  },
  'POST /api/projects/:projectId/cast/sheet': {
    ids: [inPath('projectId', 'filmProject')],
    body: () => ({ memberId: 'character-mara' }),
    // Without this route's preparation, the member is not in the cast.
    own: 404,
    key: { makes: 'CastSheetJobQueued', prepare: prepare.member, isPaid: true },
  },
  'POST /api/images/edit': {
    ids: [inBody('sceneId', 'scene')],
    body: ({ scene: sceneId, mediaKey }) => ({
      ...{ sceneId, imageUrl: `/api/media/${mediaKey}` },
      instruction: 'make it night',
    }),
    // The owner's request is refused: only `prepare` puts the image into the scene.
    own: 400,
    key: { makes: 'ImageEditJobQueued', prepare: prepare.uploadedImage, isPaid: true },
  },
  'POST /api/images/upscale': {
    ids: [inBody('sceneId', 'scene')],
    body: ({ scene: sceneId, mediaKey }) => ({
      ...{ sceneId, imageUrl: `/api/media/${mediaKey}` },
      ...{ model: 'topaz-image-upscale', factor: 2 },
    }),
    // Without this route's preparation, the image is not in the scene.
    own: 400,
    key: { makes: 'UpscaleJobQueued', prepare: prepare.uploadedImage, isPaid: true },
  },
  'GET /api/midjourney/queue': {},
  'GET /api/midjourney/job/:jobId': { ids: [inPath('jobId', 'imageJob')] },
  'GET /api/midjourney/bulk-quote': {},
  'POST /api/scenes/:id/cleanup-dead-images': {
    ids: scene('id'),
    key: { makes: 'ImageSlotsRemoved', prepare: prepare.failedImages },
  },

  'GET /api/models': {},
  'GET /api/replicate/models': {},
  'GET /api/replicate/model-schema/:modelId': { params: { modelId: 'kling-v2.1' } },
  'POST /api/replicate/generate-video': {
    ids: [inBody('sceneId', 'scene')],
    body: (ids) => ({ sceneId: ids.scene, modelId: 'kling-v2.1', settings: { prompt: 'waves', duration: 5 } }),
    key: { makes: 'VideoJobQueued', prepare: prepare.image, isPaid: true },
  },
  'GET /api/replicate/prediction/:predictionId': { ids: [inPath('predictionId', 'prediction')] },

  'GET /api/speech/voices': {},
  'GET /api/speech/sample': { query: '?voice=en-low' },
  'POST /api/generate-speech': {
    ids: [inBody('sceneId', 'scene')],
    body: ({ scene }) => ({ sceneId: scene }),
    key: { makes: 'SpeechJobQueued', isPaid: true, answer: ({ jobId }) => jobId },
  },
  'POST /api/projects/:projectId/story-audio': {
    ids: [inPath('projectId', 'filmProject')],
    body: () => ({ stability: 0.5, clarity: 0.8, style: 0.3 }),
    key: { makes: 'SpeechJobQueued', isPaid: true, answer: ({ jobId }) => jobId },
  },
  'POST /api/projects/:projectId/story-audio/cancel': {
    ids: [inPath('projectId', 'filmProject')],
    harmless: 'a narration that has ended is not cancelled',
  },
  'GET /api/projects/:projectId/films': { ids: [inPath('projectId', 'filmProject')] },
  'POST /api/projects/:projectId/films': {
    ids: [inPath('projectId', 'filmProject')],
    body: () => ({ quality: 'draft' }),
    key: { makes: 'FilmJobQueued', prepare: prepare.ownImage, isPaid: true },
  },
  'POST /api/projects/:projectId/films/:filmId/cancel': {
    ids: film,
    harmless: 'a film that has ended is not cancelled',
  },
  'DELETE /api/projects/:projectId/films/:filmId': { ids: film },
  'POST /api/projects/:projectId/films/:filmId/restore': { ids: film, harmless: 'only deleted items are restored' },
  'GET /api/music/:bed': { params: { bed: 'calm' } },
  'GET /api/projects/:projectId/links': { ids: [inPath('projectId', 'filmProject')] },
  'POST /api/projects/:projectId/links': {
    ids: [inPath('projectId', 'filmProject')],
    body: () => ({ filmId: null }),
    harmless: 'a shared video keeps its link',
  },
  'DELETE /api/projects/:projectId/links/:linkId': {
    ids: [inPath('projectId', 'filmProject'), inPath('linkId', 'link')],
  },

  'POST /api/scenes/process-story': {
    ids: [inBody('projectId', 'project')],
    body: ({ project }) => ({ projectId: project }),
    key: { makes: 'ScenesReplaced', isPaid: true },
  },
  'POST /api/ai/generate/scene-description/:sceneId': {
    ids: scene(),
    body: () => ({ continuityDetails: 'Ada' }),
    key: { makes: 'SceneDescribed', isPaid: true, answer: ({ description }) => description },
  },
  'POST /api/ai/generate/video-prompt/:sceneId': { ids: scene(), key: { makes: 'ScenePromptWritten', isPaid: true } },
  'POST /api/scenes/:sceneId/enhance-prompt': { ids: scene(), key: { makes: 'ScenePromptWritten', isPaid: true } },
  'POST /api/ai/generate/continuity': {
    ids: [inBody('projectId', 'project')],
    body: ({ project }) => ({ story: 'Ada went to sea.', projectId: project }),
    key: { makes: 'TextAnswered', isPaid: true },
  },
  'POST /api/ai/generate-description': {
    body: () => ({ title: 'The sea', platforms: ['tiktok'] }),
    key: { makes: 'TextAnswered', isPaid: true },
  },

  'GET /api/batches': {},
  'POST /api/batches': {
    ids: [inBody('projectId', 'project')],
    body: (ids) => ({ projectId: ids.project, kind: 'descriptions', sceneIds: [ids.scene], zaps: 0.5 }),
    key: { makes: 'BatchStarted', isPaid: true, answer: ({ id }) => id },
  },
  'POST /api/batches/quote': {
    ids: [inBody('projectId', 'project')],
    body: (ids) => ({ projectId: ids.project, kind: 'images', sceneIds: [ids.scene] }),
    harmless: 'changes nothing',
  },
  'GET /api/projects/:projectId/refresh': { ids: [inPath('projectId', 'project')] },
  'GET /api/batches/:id': { ids: [inPath('id', 'batch')] },
  'POST /api/batches/:id/pause': { ids: [inPath('id', 'batch')], harmless: 'a paused batch is not paused again' },
  'POST /api/batches/:id/resume': { ids: [inPath('id', 'batch')], key: 'its command is repeated' },
  'POST /api/batches/:id/change': {
    ids: [inPath('id', 'batch')],
    body: () => ({ quality: 'draft', zaps: 0 }),
    // A batch of descriptions has no film.
    own: 400,
    harmless: 'a film that has this quality already is not changed',
  },
  'POST /api/batches/:id/cancel': {
    ids: [inPath('id', 'batch')],
    harmless: 'a cancelled batch is not cancelled again',
  },
  'POST /api/batches/:id/retry': { ids: [inPath('id', 'batch')], key: 'its command is repeated' },

  'GET /api/runs': { role: 'developer' },
  'GET /api/runs/counts': { role: 'developer' },
  'GET /api/runs/errors': { role: 'developer' },
  'GET /api/runs/views': { role: 'developer' },
  // No view has this name.
  'POST /api/runs/views/:name/rebuild': {
    role: 'developer',
    params: { name: 'nothing' },
    own: 404,
    harmless: 'a view has one rebuild at a time',
  },
  'GET /api/runs/tail': { role: 'developer' },
  'GET /api/runs/stuck': { role: 'developer' },
  // No stuck job has this name.
  'POST /api/runs/stuck/retry': {
    role: 'developer',
    body: () => ({ kind: 'job', id: '1' }),
    own: 404,
    harmless: 'only stuck jobs are retried',
  },
  'GET /api/runs/:id': { ids: [inPath('id', 'imageJob')] },
  // The run's images are the scene's main ones already.
  'POST /api/runs/:id/again': {
    ids: [inPath('id', 'imageJob')],
    body: () => ({ prompt: 'the sea again' }),
    key: { makes: 'ImageTrialJobQueued', prepare: prepare.run, isPaid: true },
  },
  'POST /api/runs/:id/end': {
    role: 'developer',
    ids: [inPath('id', 'imageJob')],
    body: () => ({ reason: 'It hangs' }),
    harmless: 'an ended run is not ended again',
  },
  'POST /api/runs/:id/keep': {
    ids: [inPath('id', 'imageJob')],
    body: () => ({}),
    harmless: 'a result in the scene is not added again',
  },
  'POST /api/runs/:id/undo-keep': {
    ids: [inPath('id', 'imageJob')],
    own: 404,
    harmless: 'only results in the scene are removed',
  },
  'GET /api/runs/:id/assets/:assetId': {
    ids: [inPath('id', 'imageJob')],
    params: { assetId: '00000000-0000-4000-8000-00000000dead' },
    own: 404,
  },
  'GET /api/runs/:id/replay': { ids: [inPath('id', 'imageJob')] },
  'GET /api/scenes/:id/runs': { ids: scene('id') },
};
