import { validQuality, type QualityId } from '@storyreel/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { SettingValue, SettingValues } from './settings-form';

/** What a person has set for a scene's next video; the duration is a field of the scene. */
interface VideoChoice {
  /** Null: the first model there is. */
  modelId: string | null;
  quality: QualityId;
  /** Model-specific settings that were changed. */
  extras: SettingValues;
}

const UNTOUCHED: VideoChoice = { modelId: null, quality: 'standard', extras: {} };

/** Choices live as long as the window: a scene that scrolls out of sight keeps its own. */
class VideoChoices {
  private readonly choices = new Map<string, VideoChoice>();
  private readonly listeners = new Set<() => void>();

  of = (sceneId: string): VideoChoice => this.choices.get(sceneId) ?? UNTOUCHED;

  change(sceneId: string, part: Partial<VideoChoice>): void {
    this.choices.set(sceneId, { ...this.of(sceneId), ...part });
    for (const listener of this.listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

const stores = new WeakMap<QueryClient, VideoChoices>();
function choicesOf(queryClient: QueryClient): VideoChoices {
  const store = stores.get(queryClient) ?? new VideoChoices();
  stores.set(queryClient, store);
  return store;
}

export interface VideoChoiceState extends VideoChoice {
  /** Keeps the quality if the model has it, else it becomes 'standard'. */
  setModel(modelId: string): void;
  setQuality(quality: QualityId): void;
  setExtra(name: string, value: SettingValue): void;
}

export function useVideoChoice(sceneId: string): VideoChoiceState {
  const store = choicesOf(useQueryClient());
  const choice = useSyncExternalStore(store.subscribe, () => store.of(sceneId));
  return {
    ...choice,
    setModel: (modelId) =>
      store.change(sceneId, { modelId, quality: validQuality(modelId, choice.quality), extras: {} }),
    setQuality: (quality) => store.change(sceneId, { quality }),
    setExtra: (name, value) => store.change(sceneId, { extras: { ...store.of(sceneId).extras, [name]: value } }),
  };
}
