import { providerPrice } from '../money/amount';
import type { Price } from '../money/amount';
import { findClipModel } from './catalogue';
import type { ClipModel, ClipQuality } from './entry';

/** Number of lines that each mode stands for. */
const LINES_OF_MODE: Record<string, string> = { standard: '720p', pro: '1080p', '4k': '4k' };

/** Returns the number of lines that the settings request; undefined when they leave it to the model. */
export const linesAskedFor = ({ resolution, mode }: { resolution?: unknown; mode?: unknown }): string | undefined => {
  if (typeof resolution === 'string') return resolution;
  return typeof mode === 'string' && Object.hasOwn(LINES_OF_MODE, mode) ? LINES_OF_MODE[mode] : undefined;
};

/** Returns the model's setting for a number of lines. */
export function settingOf(model: ClipModel | null, lines: string): { mode: string } | { resolution: string } {
  if (model?.qualityInput !== 'mode') return { resolution: lines };
  const mode = Object.keys(LINES_OF_MODE).find((name) => LINES_OF_MODE[name] === lines);
  return { mode: mode ?? 'standard' };
}

/**
 * Returns the duration, in seconds, that the model can make and that is nearest to the requested one; prices are based
 * on it.
 */
export function modelDuration(modelId: string, seconds: number): number {
  const made = findClipModel(modelId)?.seconds;
  if (made === undefined) return seconds;
  if (!('only' in made)) return Math.min(made.max, Math.max(made.min, Math.round(seconds)));
  // Of two equally near lengths, the shorter one is chosen because it costs less.
  return made.only.reduce((best, one) => (Math.abs(one - seconds) < Math.abs(best - seconds) ? one : best));
}

/** Returns the lengths that a form offers; null when any length may be entered. */
export function offeredSeconds(modelId: string): readonly number[] | null {
  const model = findClipModel(modelId);
  return model?.offersItsSeconds && 'only' in model.seconds ? model.seconds.only : null;
}

type Settings = Readonly<Record<string, unknown>>;

/** Returns the number of lines of a clip, from its settings or the model's default. */
export const outputResolution = (modelId: string, settings: Settings): string =>
  linesAskedFor(settings) ?? findClipModel(modelId)?.defaultQuality ?? '720p';

/** Returns why a model cannot combine settings that are each valid; null when it can. */
export function combinationProblem(modelId: string, seconds: number, settings: Settings): string | null {
  const model = findClipModel(modelId);
  if (!model) return null;
  const made = modelDuration(modelId, seconds);
  const makes = ({ maxSeconds = made }: ClipQuality) => made <= maxSeconds;
  const lines = outputResolution(modelId, settings);
  if (model.qualities.some((quality) => quality.label === lines && !makes(quality))) {
    const best = model.qualities.filter(makes).at(-1)?.label;
    return `${model.name} makes clips of ${made} seconds only up to ${best}.`;
  }
  const { input, onlyInMode: mode } = model.lastFrame ?? {};
  if (mode !== undefined && input !== undefined && settings[input] !== undefined && settings.mode !== mode)
    return `${model.name} takes an end image only in ${mode} mode.`;
  return null;
}

export const QUALITY_IDS = ['standard', 'high', 'ultra'] as const;
export type QualityId = (typeof QUALITY_IDS)[number];

export interface QualityOption {
  id: QualityId;
  label: string;
}

/** Returns a model's qualities in the order standard, high, ultra. An unknown model has only 720p. */
export function qualityOptions(modelId: string): QualityOption[] {
  const labels = findClipModel(modelId)?.qualities.map(({ label }) => label) ?? ['720p'];
  return QUALITY_IDS.flatMap((id, index) => {
    const label = labels[index];
    return label === undefined ? [] : [{ id, label }];
  });
}

/** Returns the quality if the model has it, otherwise 'standard'. */
export const validQuality = (modelId: string, quality: QualityId): QualityId =>
  qualityOptions(modelId).some((option) => option.id === quality) ? quality : 'standard';

/** Returns a model's setting for a quality, or for 1080p when the model does not have that quality. */
export function qualitySetting(modelId: string, quality: string): { mode: string } | { resolution: string } {
  const label = qualityOptions(modelId).find((option) => option.id === quality)?.label ?? '1080p';
  return settingOf(findClipModel(modelId), label);
}

/**
 * Returns the duration that a form uses: the nearest offered length for a model with fixed lengths, otherwise the
 * number as typed.
 */
export const validDuration = (modelId: string, seconds: number): number =>
  offeredSeconds(modelId) ? modelDuration(modelId, seconds) : seconds;

export const LEAST_VIDEO_ZAPS = 5;

interface ClipUsage {
  seconds?: number | undefined;
  resolution?: unknown;
  mode?: unknown;
  sound?: boolean | undefined;
}

/** Returns true if the clip has its own sound, by its settings or else by the model's default. */
export function hasOwnSound(modelId: string, settings: Settings): boolean {
  const sound = findClipModel(modelId)?.sound;
  if (sound === undefined || sound === 'always') return sound !== undefined;
  const asked = settings[sound.input];
  return typeof asked === 'boolean' ? asked : sound.byDefault;
}

/** Returns the usage by which a clip with these settings is priced. */
export const clipUsage = (modelId: string, seconds: number, settings: Settings) => ({
  seconds,
  ...(typeof settings.resolution === 'string' && { resolution: settings.resolution }),
  ...(typeof settings.mode === 'string' && { mode: settings.mode }),
  ...(hasOwnSound(modelId, settings) && { sound: true }),
});

const usdPerSecond = ({ usdPerSecond: silent, usdPerSecondWithSound = silent }: ClipQuality, sound: boolean): number =>
  sound ? usdPerSecondWithSound : silent;

/** Returns null for a clip that the model cannot make. */
export function videoPrice(model: string, { seconds = 0, sound = false, ...settings }: ClipUsage): Price | null {
  const lines = linesAskedFor(settings) ?? '1080p';
  const quality = findClipModel(model)?.qualities.find(({ label }) => label === lines);
  if (quality === undefined || !(seconds > 0)) return null;
  return providerPrice(usdPerSecond(quality, sound) * seconds, LEAST_VIDEO_ZAPS);
}
