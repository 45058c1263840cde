import {
  generateVideoResponseSchema,
  modelSchemaSchema,
  predictionSchema,
  videoModelSchema,
  type GenerateVideoRequest,
  type GenerateVideoResponse,
  type ModelSchema,
  type Prediction,
  type VideoModel,
} from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { apiRequest } from '../../platform/api-client';

const modelsPath = '/api/replicate/models';
const modelSchemaPath = (modelId: string): string => `/api/replicate/model-schema/${encodeURIComponent(modelId)}`;

/** The video models that can be chosen. */
export const useVideoModels = () =>
  useQuery<VideoModel[]>({
    queryKey: [modelsPath],
    queryFn: ({ signal }) => apiRequest('GET', modelsPath, undefined, { signal, schema: z.array(videoModelSchema) }),
  });

/** A model's settings by name; nothing is asked for while no model is known. */
export const useModelSchema = (modelId: string | null) =>
  useQuery<ModelSchema>({
    queryKey: [modelSchemaPath(modelId ?? '')],
    queryFn: ({ signal }) =>
      apiRequest('GET', modelSchemaPath(modelId ?? ''), undefined, { signal, schema: modelSchemaSchema }),
    enabled: modelId !== null,
  });

/** The server's list of models decides what may be sent, so the id is a plain text here. */
export const generateVideo = (
  request: Omit<GenerateVideoRequest, 'modelId'> & { modelId: string },
): Promise<GenerateVideoResponse> =>
  apiRequest('POST', '/api/replicate/generate-video', request, { schema: generateVideoResponseSchema });

export const readPrediction = (predictionId: string): Promise<Prediction> =>
  apiRequest('GET', `/api/replicate/prediction/${encodeURIComponent(predictionId)}`, undefined, {
    schema: predictionSchema,
  });
