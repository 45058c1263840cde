import {
  qualitySetting,
  validDuration,
  validQuality,
  type EstimateRequest,
  type ModelSchema,
  type Scene,
  type VideoModel,
} from '@storyreel/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSceneFieldValue } from '../scenes/useSceneAutosave';
import { useModelSchema, useVideoModels } from './queries';
import type { VideoOrder } from './settings-form';
import { useVideoChoice, type VideoChoiceState } from './video-choice';

export interface VideoSettingsState {
  models: readonly VideoModel[];
  /** Reads the models again when they could not be read, and is null else. */
  retryModels: (() => unknown) | null;
  choice: VideoChoiceState;
  /** Null while the models or the model's schema are not known yet. */
  order: VideoOrder | null;
  schema: ModelSchema | null;
  /** The same of the model's schema. */
  retrySchema: (() => unknown) | null;
  cost: EstimateRequest | null;
}

const retryOf = ({ data, isError, refetch }: UseQueryResult): (() => unknown) | null =>
  isError && data === undefined ? refetch : null;

/** What the next video of a scene would be made of, for the panel that sets it and the button that orders it. */
export function useVideoSettings(scene: Scene): VideoSettingsState {
  const models = useVideoModels();
  const choice = useVideoChoice(scene.id);
  const stored = useSceneFieldValue(scene, 'duration');
  const known = models.data?.find(({ id }) => id === choice.modelId) ?? models.data?.[0];
  const schema = useModelSchema(known?.id ?? null);
  const base = {
    models: models.data ?? [],
    retryModels: retryOf(models),
    choice,
    schema: schema.data ?? null,
    retrySchema: retryOf(schema),
  };
  if (!known) return { ...base, order: null, cost: null };
  const modelId = known.id;
  const duration = validDuration(modelId, stored);
  const quality = validQuality(modelId, choice.quality);
  const usage = { seconds: duration, ...qualitySetting(modelId, quality) };
  return {
    ...base,
    order: { modelId, duration, quality, extras: choice.extras },
    cost: { provider: 'replicate', model: modelId, operation: 'generate_video', usage },
  };
}
