import type { VideoModelId } from './video';

export const QUALITY_IDS = ['standard', 'high', 'ultra'] as const;
export type QualityId = (typeof QUALITY_IDS)[number];

const QUALITIES: Record<VideoModelId, readonly string[]> = {
  'kling-v2.1': ['720p', '1080p'],
  'hailuo-02': ['512p', '768p', '1080p'],
  'seedance-1-pro': ['480p', '720p', '1080p'],
  'seedance-1-lite': ['480p', '720p', '1080p'],
};

export interface QualityOption {
  id: QualityId;
  label: string;
}

/** The qualities of a model in the order standard, high, ultra; a model that we do not know has only 720p. */
export function qualityOptions(modelId: string): QualityOption[] {
  const labels = Object.hasOwn(QUALITIES, modelId) ? QUALITIES[modelId as VideoModelId] : ['720p'];
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
  return modelId === 'kling-v2.1' ? { mode: label === '1080p' ? 'pro' : 'standard' } : { resolution: label };
}

/** hailuo-02 makes clips of 6 or 10 seconds only. */
export const validDuration = (modelId: string, seconds: number): number =>
  modelId === 'hailuo-02' ? (seconds <= 8 ? 6 : 10) : seconds;
