import type { GenerateSpeechRequest, SpeechVoices } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { getQueryFn } from '../../platform/query-client';

export const speechKeys = { voices: ['/api/speech/voices'] as const };

/** The voices that can be chosen from, and who speaks. */
export const useSpeechVoices = () =>
  useQuery<SpeechVoices>({ queryKey: speechKeys.voices, queryFn: getQueryFn(lazySchema('speechVoicesSchema')) });

/** Where a few spoken words of a voice are; what asks for them is the page's player. */
export const sampleUrl = (voice: string, speed: number): string =>
  `/api/speech/sample?${new URLSearchParams({ voice, speed: String(speed) }).toString()}`;

export const generateSpeech = (request: GenerateSpeechRequest) =>
  apiRequest('POST', '/api/generate-speech', request, { schema: lazySchema('generateSpeechResponseSchema') });
