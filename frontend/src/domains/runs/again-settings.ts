import {
  fieldsOf,
  findVideoModel,
  type EstimateRequest,
  type RunDetail,
  type SettingSchema,
} from '@storyreel/contracts';

export type Setting = string | number | boolean;
export type Settings = Record<string, Setting>;

/** A setting that can be edited before a run is done again. */
export interface EditableSetting {
  name: string;
  /** Null of what a text is made from: words to edit. */
  schema: SettingSchema | null;
}

/** The scene's pictures and the prompt are not among the settings; the length goes by its own name here. */
const NOT_SETTINGS = ['prompt', 'image', 'start_image', 'end_image', 'first_frame_image', 'last_frame_image'];
const OF_PICTURES = /image/;

export function editableSettings({ kind, model, settings }: RunDetail): EditableSetting[] {
  if (kind === 'text') {
    const words = Object.entries(settings).filter(([name, value]) => typeof value === 'string' && name !== 'model');
    return words.map(([name]) => ({ name, schema: null }));
  }
  const facts = kind === 'video' && model !== null ? findVideoModel(model) : undefined;
  if (!facts) return [];
  return Object.entries(fieldsOf(facts))
    .filter(([name]) => !NOT_SETTINGS.includes(name) && !OF_PICTURES.test(name))
    .map(([name, schema]) => ({ name, schema }));
}

/** As it was recorded. A clip's length is its `seconds`. */
export const recordedSetting = ({ settings }: RunDetail, name: string): Setting | null => {
  const value = settings[name === 'duration' ? 'seconds' : name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Prices go by the operation, whoever does it. */
export function priceOf(run: RunDetail, edited: Settings): EstimateRequest {
  const { kind, model, operation, settings } = run;
  const { duration = settings.seconds, resolution = settings.resolution, mode = settings.mode } = edited;
  const usage =
    kind === 'video'
      ? { seconds: asNumber(duration), resolution: asText(resolution), mode: asText(mode) }
      : { images: asNumber(settings.images) };
  return { provider: 'internal', model: model ?? '', operation: operation ?? `generate_${kind}`, usage };
}
