import { validQuality, type QualityId } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { onePerWindow } from '../../platform/query-client';
import { createKeyedStore } from '../../platform/store';
import type { SettingValue, SettingValues } from './settings-form';
import { useExternalStore } from '../../platform/useOutside';

/** What a person has set for a scene's next video; the duration is a field of the scene. */
interface VideoChoice {
  /** Null: the first model there is. */
  modelId: string | null;
  quality: QualityId;
  /** Model-specific settings that were changed. */
  extras: SettingValues;
}

const UNTOUCHED: VideoChoice = { modelId: null, quality: 'standard', extras: {} };

/** By scene. Choices live as long as the window: a scene that scrolls out of sight keeps its own. */
const videoChoices = onePerWindow(() => createKeyedStore<VideoChoice>());

export interface VideoChoiceState extends VideoChoice {
  /** Keeps the quality if the model has it, else it becomes 'standard'. */
  setModel(modelId: string): void;
  setQuality(quality: QualityId): void;
  setExtra(name: string, value: SettingValue): void;
}

export function useVideoChoice(sceneId: string): VideoChoiceState {
  const choices = videoChoices(useQueryClient());
  const current = () => choices.get(sceneId) ?? UNTOUCHED;
  const choice = useExternalStore(choices.subscribe, current);
  const change = (part: Partial<VideoChoice>) => choices.set(sceneId, { ...current(), ...part });
  return {
    ...choice,
    setModel: (modelId) => change({ modelId, quality: validQuality(modelId, choice.quality), extras: {} }),
    setQuality: (quality) => change({ quality }),
    setExtra: (name, value) => change({ extras: { ...current().extras, [name]: value } }),
  };
}
