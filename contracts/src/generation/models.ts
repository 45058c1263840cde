import { providerPrice } from '../money/amount';
import type { Price } from '../money/amount';

export const IMAGE_MODEL = 'v6.1';

const IMAGE_USD = 0.025;

export const imagesPrice = (images: number): Price => providerPrice(IMAGE_USD * images, images);

export const VIDEO_MODEL_IDS = ['kling-v2.1', 'hailuo-02', 'seedance-1-pro', 'seedance-1-lite'] as const;
export type VideoModelId = (typeof VIDEO_MODEL_IDS)[number];

export interface VideoQuality {
  /** Lines. */
  label: string;
  usdPerSecond: number;
  /** Longer clips cannot be had in it. */
  maxSeconds?: number;
}

export interface VideoModelFacts {
  id: VideoModelId;
  name: string;
  /** Owner and name at Replicate. */
  slug: `${string}/${string}`;
  /** The input that takes the first frame. */
  imageInput: string;
  /** In the order standard, high, ultra. */
  qualities: readonly VideoQuality[];
  defaultQuality: string;
  /** What asks for a quality: its lines, or a mode that stands for them. */
  qualityInput: 'mode' | 'resolution';
  /** The clips that it makes: of some lengths only, or of every whole second in between. */
  seconds: { default: number } & ({ only: readonly [number, number] } | { min: number; max: number });
  /** A form asks for these lengths alone; of other models the nearest length is taken when the clip is made. */
  offersItsSeconds?: true;
  endImageOnlyInMode?: string;
  /** Settings that a form leaves out, besides those that it leaves out for every model. */
  hidden: readonly string[];
}

/** Modes, by the lines that they stand for. */
const LINES_OF_MODE: Record<string, string> = { standard: '720p', pro: '1080p' };

const SEEDANCE = {
  imageInput: 'image',
  defaultQuality: '1080p',
  qualityInput: 'resolution',
  seconds: { default: 5, min: 2, max: 12 },
  hidden: ['camera_fixed', 'last_frame_image'],
} as const;

/** What providers offer and ask for it, in dollars a second. Prices, checks, requests and forms all read it here. */
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

/** The lines that settings ask for; undefined when they leave it to the model. */
export const linesAskedFor = ({ resolution, mode }: { resolution?: unknown; mode?: unknown }): string | undefined => {
  if (typeof resolution === 'string') return resolution;
  return typeof mode === 'string' && Object.hasOwn(LINES_OF_MODE, mode) ? LINES_OF_MODE[mode] : undefined;
};

/** What a model is sent for the lines that a clip is to have. */
export function settingOf(model: VideoModelFacts | null, lines: string): { mode: string } | { resolution: string } {
  if (model?.qualityInput !== 'mode') return { resolution: lines };
  const mode = Object.keys(LINES_OF_MODE).find((name) => LINES_OF_MODE[name] === lines);
  return { mode: mode ?? 'standard' };
}

/** The nearest duration the model can make, in seconds: what a price has to be reckoned with. */
export function modelDuration(modelId: string, seconds: number): number {
  const made = findVideoModel(modelId)?.seconds;
  if (made === undefined) return seconds;
  if (!('only' in made)) return Math.min(made.max, Math.max(made.min, Math.round(seconds)));
  const [short, long] = made.only;
  return seconds <= (short + long) / 2 ? short : long;
}

/** The lengths that a form offers; null when any may be asked for. */
export function offeredSeconds(modelId: string): readonly number[] | null {
  const model = findVideoModel(modelId);
  return model?.offersItsSeconds && 'only' in model.seconds ? model.seconds.only : null;
}

type Settings = Readonly<Record<string, string | number | boolean>>;

/** The lines the clip will have, from the settings or the model's default. */
export const outputResolution = (modelId: string, settings: Settings): string =>
  linesAskedFor(settings) ?? findVideoModel(modelId)?.defaultQuality ?? '720p';

/** What a model cannot do although each setting by itself is fine; null when it can. */
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

export const LEAST_VIDEO_ZAPS = 5;

/** Null for what the model does not make. */
export function videoPrice(
  model: string,
  { seconds = 0, ...settings }: { seconds?: number; resolution?: unknown; mode?: unknown },
): Price | null {
  const lines = linesAskedFor(settings) ?? '1080p';
  const perSecond = findVideoModel(model)?.qualities.find(({ label }) => label === lines)?.usdPerSecond;
  if (perSecond === undefined || !(seconds > 0)) return null;
  return providerPrice(perSecond * seconds, LEAST_VIDEO_ZAPS);
}
