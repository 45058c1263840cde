import type { GenerateVideoRequest, GenerateVideoResponse, Prediction } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { lazyList, lazySchema } from '../../platform/lazy-schema';
import { getQueryFn } from '../../platform/query-client';

const videoKeys = {
  models: ['/api/replicate/models'] as const,
  modelSchema: (modelId: string | null) => ['/api/replicate/model-schema', encodeURIComponent(modelId ?? '')] as const,
};

/** The video models that can be chosen. */
export const useVideoModels = () =>
  useQuery({ queryKey: videoKeys.models, queryFn: getQueryFn(lazyList('videoModelSchema')) });

/** A model's settings by name; nothing is asked for while no model is known. */
export const useModelSchema = (modelId: string | null) =>
  useQuery({
    queryKey: videoKeys.modelSchema(modelId),
    queryFn: getQueryFn(lazySchema('modelSchemaSchema')),
    enabled: modelId !== null,
  });

/** The server's list of models decides what may be sent, so the id is a plain text here. */
export const generateVideo = (
  request: Omit<GenerateVideoRequest, 'modelId'> & { modelId: string },
): Promise<GenerateVideoResponse> =>
  apiRequest('POST', '/api/replicate/generate-video', request, { schema: lazySchema('generateVideoResponseSchema') });

export const readPrediction = (predictionId: string): Promise<Prediction> =>
  apiRequest('GET', `/api/replicate/prediction/${encodeURIComponent(predictionId)}`, undefined, {
    schema: lazySchema('predictionSchema'),
  });
