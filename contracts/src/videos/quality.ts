import { findVideoModel, modelDuration, offeredSeconds, settingOf } from './models';

export const QUALITY_IDS = ['standard', 'high', 'ultra'] as const;
export type QualityId = (typeof QUALITY_IDS)[number];

export interface QualityOption {
  id: QualityId;
  label: string;
}

/** The qualities of a model in the order standard, high, ultra; a model that we do not know has only 720p. */
export function qualityOptions(modelId: string): QualityOption[] {
  const labels = findVideoModel(modelId)?.qualities.map(({ label }) => label) ?? ['720p'];
  return QUALITY_IDS.flatMap((id, index) => {
    const label = labels[index];
    return label === undefined ? [] : [{ id, label }];
  });
}

/** The option itself when the model has it, else 'standard'. */
export const validQuality = (modelId: string, quality: QualityId): QualityId =>
  qualityOptions(modelId).some((option) => option.id === quality) ? quality : 'standard';

/** What a quality becomes in the model's settings. A quality unknown to the model falls back to 1080p. */
export function qualitySetting(modelId: string, quality: string): { mode: string } | { resolution: string } {
  const label = qualityOptions(modelId).find((option) => option.id === quality)?.label ?? '1080p';
  return settingOf(findVideoModel(modelId), label);
}

/** What a form makes of typed seconds: one of the lengths that it offers for the model, where it offers some only. */
export const validDuration = (modelId: string, seconds: number): number =>
  offeredSeconds(modelId) ? modelDuration(modelId, seconds) : seconds;
