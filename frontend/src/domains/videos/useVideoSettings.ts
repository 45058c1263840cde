import {
  qualitySetting,
  validDuration,
  validQuality,
  type EstimateRequest,
  type ModelSchema,
  type Scene,
  type VideoModel,
} from '@storyreel/contracts';
import { useSceneFieldValue } from '../scenes/useSceneAutosave';
import { useModelSchema, useVideoModels } from './queries';
import type { VideoOrder } from './settings-form';
import { useVideoChoice, type VideoChoiceState } from './video-choice';

export interface VideoSettingsState {
  models: readonly VideoModel[];
  modelsFailed: boolean;
  choice: VideoChoiceState;
  /** Null while the models or the model's schema are not known yet. */
  order: VideoOrder | null;
  schema: ModelSchema | null;
  cost: EstimateRequest | null;
}

/** What the next video of a scene would be made of, for the panel that sets it and the button that orders it. */
export function useVideoSettings(scene: Scene): VideoSettingsState {
  const models = useVideoModels();
  const choice = useVideoChoice(scene.id);
  const stored = useSceneFieldValue(scene, 'duration');
  const known = models.data?.find(({ id }) => id === choice.modelId) ?? models.data?.[0];
  const schema = useModelSchema(known?.id ?? null).data ?? null;
  const base = { models: models.data ?? [], modelsFailed: models.isError, choice };
  if (!known) return { ...base, order: null, schema: null, cost: null };
  const modelId = known.id;
  const duration = validDuration(modelId, stored);
  const quality = validQuality(modelId, choice.quality);
  const usage = { seconds: duration, ...qualitySetting(modelId, quality) };
  return {
    ...base,
    order: { modelId, duration, quality, extras: choice.extras },
    schema,
    cost: { provider: 'replicate', model: modelId, operation: 'generate_video', usage },
  };
}
