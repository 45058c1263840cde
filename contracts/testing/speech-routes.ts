import {
  generateSpeechRequestSchema,
  generateSpeechResponseSchema,
  generateStoryAudioRequestSchema,
  projectSchema,
  speechSampleQuerySchema,
  speechVoicesSchema,
} from '@storyreel/contracts';
import type { RouteContract } from './routes';

export const SPEECH_ROUTES: Readonly<Record<string, RouteContract>> = {
  'GET /api/speech/voices': { answer: speechVoicesSchema },
  'GET /api/speech/sample': { query: speechSampleQuerySchema, answer: 'file' },
  'POST /api/projects/:projectId/story-audio': {
    body: generateStoryAudioRequestSchema,
    answer: generateSpeechResponseSchema,
    keyed: [],
  },
  'POST /api/projects/:projectId/story-audio/cancel': { answer: projectSchema },
  'POST /api/generate-speech': {
    body: generateSpeechRequestSchema,
    answer: generateSpeechResponseSchema,
    keyed: ['sceneId'],
  },
};
