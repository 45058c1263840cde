import { providerPrice } from '../money/amount';
import type { Price } from '../money/amount';

export const IMAGE_MODEL = 'v6.1';

const IMAGE_USD = 0.025;

export const imagesPrice = (images: number): Price => providerPrice(IMAGE_USD * images, images);

export const VIDEO_MODEL_IDS = ['kling-v2.1', 'hailuo-02', 'seedance-1-pro', 'seedance-1-lite'] as const;
export type VideoModelId = (typeof VIDEO_MODEL_IDS)[number];

export interface VideoQuality {
  /** Number of lines, such as '720p'. */
  label: string;
  usdPerSecond: number;
  /** Longest clip in this quality, if limited. */
  maxSeconds?: number;
}

export interface VideoModelFacts {
  id: VideoModelId;
  name: string;
  /** Owner and name at Replicate. */
  slug: `${string}/${string}`;
  /** Name of the input for the first frame. */
  imageInput: string;
  /** In the order standard, high, ultra. */
  qualities: readonly VideoQuality[];
  defaultQuality: string;
  /** The input that selects a quality: by its lines, or by a mode that stands for them. */
  qualityInput: 'mode' | 'resolution';
  /** Lengths of its clips: two lengths only, or every whole second within a range. */
  seconds: { default: number } & ({ only: readonly [number, number] } | { min: number; max: number });
  /** True when a form offers only these lengths; for other models the nearest length is used when the clip is made. */
  offersItsSeconds?: true;
  endImageOnlyInMode?: string;
  /** Settings that the form omits, besides those omitted for every model. */
  hidden: readonly string[];
}

/** The number of lines that each mode stands for. */
const LINES_OF_MODE: Record<string, string> = { standard: '720p', pro: '1080p' };

const SEEDANCE = {
  imageInput: 'image',
  defaultQuality: '1080p',
  qualityInput: 'resolution',
  seconds: { default: 5, min: 2, max: 12 },
  hidden: ['camera_fixed', 'last_frame_image'],
} as const;

/**
 * The providers' offers and prices, in dollars per second. Prices, validation, requests and forms all read them here.
 */
export const VIDEO_MODELS: readonly VideoModelFacts[] = [
  {
    id: 'kling-v2.1',
    name: 'Kling v2.1',
    slug: 'kwaivgi/kling-v2.1',
    imageInput: 'start_image',
    qualities: [
      { label: '720p', usdPerSecond: 0.05 },
      { label: '1080p', usdPerSecond: 0.09 },
    ],
    defaultQuality: '720p',
    qualityInput: 'mode',
    seconds: { default: 5, only: [5, 10] },
    endImageOnlyInMode: 'pro',
    hidden: ['start_image'],
  },
  {
    id: 'hailuo-02',
    name: 'Hailuo 02',
    slug: 'minimax/hailuo-02',
    imageInput: 'first_frame_image',
    qualities: [
      { label: '512p', usdPerSecond: 0.025 },
      { label: '768p', usdPerSecond: 0.045 },
      { label: '1080p', usdPerSecond: 0.08, maxSeconds: 6 },
    ],
    defaultQuality: '1080p',
    qualityInput: 'resolution',
    seconds: { default: 6, only: [6, 10] },
    offersItsSeconds: true,
    hidden: ['last_frame_image', 'first_frame_image'],
  },
  {
    ...SEEDANCE,
    id: 'seedance-1-pro',
    name: 'Seedance 1 Pro',
    slug: 'bytedance/seedance-1-pro',
    qualities: [
      { label: '480p', usdPerSecond: 0.03 },
      { label: '720p', usdPerSecond: 0.06 },
      { label: '1080p', usdPerSecond: 0.15 },
    ],
  },
  {
    ...SEEDANCE,
    id: 'seedance-1-lite',
    name: 'Seedance 1 Lite',
    slug: 'bytedance/seedance-1-lite',
    qualities: [
      { label: '480p', usdPerSecond: 0.018 },
      { label: '720p', usdPerSecond: 0.036 },
      { label: '1080p', usdPerSecond: 0.072 },
    ],
  },
];

export const findVideoModel = (modelId: string): VideoModelFacts | null =>
  VIDEO_MODELS.find(({ id }) => id === modelId) ?? null;

/** Returns the lines that settings request; undefined when they leave the choice to the model. */
export const linesAskedFor = ({ resolution, mode }: { resolution?: unknown; mode?: unknown }): string | undefined => {
  if (typeof resolution === 'string') return resolution;
  return typeof mode === 'string' && Object.hasOwn(LINES_OF_MODE, mode) ? LINES_OF_MODE[mode] : undefined;
};

/** Returns the model's input for the desired lines. */
export function settingOf(model: VideoModelFacts | null, lines: string): { mode: string } | { resolution: string } {
  if (model?.qualityInput !== 'mode') return { resolution: lines };
  const mode = Object.keys(LINES_OF_MODE).find((name) => LINES_OF_MODE[name] === lines);
  return { mode: mode ?? 'standard' };
}

/** Returns the nearest duration that the model can make, in seconds; prices are based on it. */
export function modelDuration(modelId: string, seconds: number): number {
  const made = findVideoModel(modelId)?.seconds;
  if (made === undefined) return seconds;
  if (!('only' in made)) return Math.min(made.max, Math.max(made.min, Math.round(seconds)));
  const [short, long] = made.only;
  return seconds <= (short + long) / 2 ? short : long;
}

/** Returns the lengths that a form offers; null when any length may be entered. */
export function offeredSeconds(modelId: string): readonly number[] | null {
  const model = findVideoModel(modelId);
  return model?.offersItsSeconds && 'only' in model.seconds ? model.seconds.only : null;
}

type Settings = Readonly<Record<string, string | number | boolean>>;

/** Returns the lines of the clip, from the settings or the model's default. */
export const outputResolution = (modelId: string, settings: Settings): string =>
  linesAskedFor(settings) ?? findVideoModel(modelId)?.defaultQuality ?? '720p';

/** Returns why a model cannot combine settings that are valid by themselves; null when it can. */
export function combinationProblem(modelId: string, seconds: number, settings: Settings): string | null {
  const model = findVideoModel(modelId);
  if (!model) return null;
  const made = modelDuration(modelId, seconds);
  const makes = ({ maxSeconds = made }: VideoQuality) => made <= maxSeconds;
  const lines = outputResolution(modelId, settings);
  if (model.qualities.some((quality) => quality.label === lines && !makes(quality))) {
    const best = model.qualities.filter(makes).at(-1)?.label;
    return `${model.name} makes clips of ${made} seconds only up to ${best}.`;
  }
  const { endImageOnlyInMode: mode } = model;
  if (mode !== undefined && settings.end_image !== undefined && settings.mode !== mode)
    return `${model.name} takes an end image only in ${mode} mode.`;
  return null;
}

export const QUALITY_IDS = ['standard', 'high', 'ultra'] as const;
export type QualityId = (typeof QUALITY_IDS)[number];

export interface QualityOption {
  id: QualityId;
  label: string;
}

/** Returns the qualities of a model in the order standard, high, ultra; an unknown model has only 720p. */
export function qualityOptions(modelId: string): QualityOption[] {
  const labels = findVideoModel(modelId)?.qualities.map(({ label }) => label) ?? ['720p'];
  return QUALITY_IDS.flatMap((id, index) => {
    const label = labels[index];
    return label === undefined ? [] : [{ id, label }];
  });
}

/** Returns the quality if the model has it, otherwise 'standard'. */
export const validQuality = (modelId: string, quality: QualityId): QualityId =>
  qualityOptions(modelId).some((option) => option.id === quality) ? quality : 'standard';

/** Returns a model's setting for a quality. A quality unknown to the model falls back to 1080p. */
export function qualitySetting(modelId: string, quality: string): { mode: string } | { resolution: string } {
  const label = qualityOptions(modelId).find((option) => option.id === quality)?.label ?? '1080p';
  return settingOf(findVideoModel(modelId), label);
}

/**
 * Returns the seconds that a form uses: the nearest offered length for a model with fixed lengths, else the typed
 * number.
 */
export const validDuration = (modelId: string, seconds: number): number =>
  offeredSeconds(modelId) ? modelDuration(modelId, seconds) : seconds;

export const LEAST_VIDEO_ZAPS = 5;

/** Null for a clip that the model cannot make. */
export function videoPrice(
  model: string,
  { seconds = 0, ...settings }: { seconds?: number; resolution?: unknown; mode?: unknown },
): Price | null {
  const lines = linesAskedFor(settings) ?? '1080p';
  const perSecond = findVideoModel(model)?.qualities.find(({ label }) => label === lines)?.usdPerSecond;
  if (perSecond === undefined || !(seconds > 0)) return null;
  return providerPrice(perSecond * seconds, LEAST_VIDEO_ZAPS);
}
