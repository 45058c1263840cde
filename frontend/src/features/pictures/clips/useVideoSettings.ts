import {
  clipReferences,
  clipUsage,
  qualitySetting,
  USUAL_FORMAT,
  validDuration,
  validQuality,
} from '@storyreel/contracts';
import type {
  ClipSource,
  EstimateRequest,
  FilmFormat,
  ModelSchema,
  QualityId,
  Scene,
  VideoModel,
} from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { onePerWindow } from '../../../platform/cache/query-client';
import { createKeyedStore, useExternalStore } from '../../../platform/store';
import { useSceneFieldValue } from '../../scenes/useSceneAutosave';
import { useModelSchema, useVideoModels } from '../api';
import type { SettingValue, SettingValues, VideoOrder } from './settings-form';

/** The user's settings for a scene's next video, except the duration, which is a field of the scene. */
interface VideoChoice {
  /** Id of the chosen model; null for the first model in the list. */
  modelId: string | null;
  quality: QualityId;
  /** For models that accept either: the main image, which already shows the cast, or the images of the cast. */
  from: ClipSource;
  /** Model-specific settings that the user has changed. */
  extras: SettingValues;
}

const UNTOUCHED: VideoChoice = { modelId: null, quality: 'standard', from: 'image', extras: {} };

/**
 * Choices by scene, kept for as long as the window is open, so that they are not lost when the scene scrolls out of
 * view.
 */
const videoChoices = onePerWindow(() => createKeyedStore<VideoChoice>());

interface VideoChoiceState extends VideoChoice {
  /** Chooses a model. Keeps the quality if the model supports it, otherwise resets it to 'standard'. */
  setModel(modelId: string): void;
  setQuality(quality: QualityId): void;
  setFrom(from: ClipSource): void;
  setExtra(name: string, value: SettingValue): void;
}

/** Images of a scene's cast from which a clip can be made. */
interface CastForClips {
  images: number;
  format: FilmFormat;
}
const NO_CAST: CastForClips = { images: 0, format: USUAL_FORMAT };

export function useVideoChoice(sceneId: string): VideoChoiceState {
  const choices = videoChoices(useQueryClient());
  const current = () => choices.get(sceneId) ?? UNTOUCHED;
  const choice = useExternalStore(choices.subscribe, current);
  const change = (part: Partial<VideoChoice>) => choices.set(sceneId, { ...current(), ...part });
  return {
    ...choice,
    setModel: (modelId) => change({ modelId, quality: validQuality(modelId, choice.quality), extras: {} }),
    setQuality: (quality) => change({ quality }),
    setFrom: (from) => change({ from }),
    setExtra: (name, value) => change({ extras: { ...current().extras, [name]: value } }),
  };
}

export interface VideoSettingsState {
  models: readonly VideoModel[];
  /** Refetches the models after a failure; null without a failure. */
  retryModels: (() => unknown) | null;
  choice: VideoChoiceState;
  /** The choices for the request; null until the models and the model's schema are loaded. */
  order: VideoOrder | null;
  /** True if the clip can be made from the images of the cast instead of the main image. */
  offersCast: boolean;
  schema: ModelSchema | null;
  /** Refetches the model's schema after a failure; null without a failure. */
  retrySchema: (() => unknown) | null;
  cost: EstimateRequest | null;
}

const retryOf = ({ data, isError, refetch }: UseQueryResult): (() => unknown) | null =>
  isError && data === undefined ? refetch : null;

/** Returns the settings of a scene's next video, for the panel that edits them and the button that starts the video. */
export function useVideoSettings(scene: Scene, cast: CastForClips = NO_CAST): VideoSettingsState {
  const models = useVideoModels();
  const choice = useVideoChoice(scene.id);
  const stored = useSceneFieldValue(scene, 'duration');
  const offered = models.data?.filter(({ isRetired }) => !isRetired);
  const known = offered?.find(({ id }) => id === choice.modelId) ?? offered?.[0];
  const schema = useModelSchema(known?.id ?? null);
  const base = {
    models: models.data ?? [],
    retryModels: retryOf(models),
    choice,
    schema: schema.data ?? null,
    retrySchema: retryOf(schema),
  };
  if (!known) return { ...base, order: null, offersCast: false, cost: null };
  const modelId = known.id;
  const duration = validDuration(modelId, stored);
  const quality = validQuality(modelId, choice.quality);
  const takes = clipReferences({ modelId, seconds: duration }, 'cast', cast.format);
  const offersCast = cast.images > 0 && takes?.besidesFirstFrame === false;
  const isFromCast = offersCast && choice.from === 'cast';
  const usage = clipUsage(modelId, duration, { ...choice.extras, ...qualitySetting(modelId, quality) });
  return {
    ...base,
    offersCast,
    order: { modelId, duration, quality, extras: choice.extras, ...(isFromCast && { from: 'cast' }) },
    cost: { provider: 'replicate', model: modelId, operation: 'generate_video', usage },
  };
}
