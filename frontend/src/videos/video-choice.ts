import { validQuality, type QualityId } from '@storyreel/contracts';
import { useSyncExternalStore } from 'react';
import type { SettingValue, SettingValues } from './settings-form';

/** What a person has set for a scene's next video; the duration is a field of the scene. */
export interface VideoChoice {
  /** Null: the first model there is. */
  modelId: string | null;
  quality: QualityId;
  /** Model-specific settings that were changed. */
  extras: SettingValues;
}

const UNTOUCHED: VideoChoice = { modelId: null, quality: 'standard', extras: {} };
/** Choices live as long as the window: a scene that scrolls out of sight keeps its own. */
const choices = new Map<string, VideoChoice>();
const listeners = new Set<() => void>();

const choiceOf = (sceneId: string): VideoChoice => choices.get(sceneId) ?? UNTOUCHED;

function change(sceneId: string, part: Partial<VideoChoice>): void {
  choices.set(sceneId, { ...choiceOf(sceneId), ...part });
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export interface VideoChoiceState extends VideoChoice {
  /** Keeps the quality if the model has it, else it becomes 'standard'. */
  setModel(modelId: string): void;
  setQuality(quality: QualityId): void;
  setExtra(name: string, value: SettingValue): void;
}

export function useVideoChoice(sceneId: string): VideoChoiceState {
  const choice = useSyncExternalStore(subscribe, () => choiceOf(sceneId));
  return {
    ...choice,
    setModel: (modelId) => change(sceneId, { modelId, quality: validQuality(modelId, choice.quality), extras: {} }),
    setQuality: (quality) => change(sceneId, { quality }),
    setExtra: (name, value) => change(sceneId, { extras: { ...choiceOf(sceneId).extras, [name]: value } }),
  };
}
