import type { ModelSchema, SettingSchema } from '../generation/jobs';
import { settingOf } from './clips';
import type { ClipModel } from './entry';

const text = (title: string, description: string): SettingSchema => ({ type: 'string', title, description });

function duration({ seconds, qualities }: ClipModel): SettingSchema {
  const longest = qualities.find(({ maxSeconds }) => maxSeconds !== undefined);
  const description = longest ? `Seconds; at ${longest.label} at most ${longest.maxSeconds}.` : 'Seconds.';
  const common = { type: 'integer', title: 'Duration', description, default: seconds.default } as const;
  return 'only' in seconds
    ? { ...common, enum: [...seconds.only] }
    : { ...common, minimum: seconds.min, maximum: seconds.max };
}

function quality(model: ClipModel): SettingSchema {
  const sent = (lines: string): string => Object.values(settingOf(model, lines)).join();
  const isMode = model.qualityInput === 'mode';
  const meanings = model.qualities.map(({ label }) => `${sent(label)} gives ${label}`).join(', ');
  return {
    type: 'string',
    title: isMode ? 'Mode' : 'Resolution',
    description: isMode ? `${meanings}.` : 'Higher resolutions cost more.',
    enum: model.qualities.map(({ label }) => sent(label)),
    default: sent(model.defaultQuality),
  };
}

/** The form uses one label for the clip's sound, whatever the model's input is called. */
const sound = (byDefault: boolean, costsMore: boolean): SettingSchema => ({
  type: 'boolean',
  title: 'Sound',
  description: `The clip has a sound of its own${costsMore ? ', which costs more' : ''}.`,
  default: byDefault,
});

/**
 * Returns a model's settings, for its form and for validating requests. They are in a separate file because their texts
 * are long.
 */
export function fieldsOf(model: ClipModel): ModelSchema {
  const { imageInput, lastFrame, sound: own, settings, qualityInput } = model;
  const costsMore = model.qualities.some(({ usdPerSecondWithSound }) => usdPerSecondWithSound !== undefined);
  return {
    prompt: text('Prompt', 'What happens in the clip and how the camera moves.'),
    [imageInput]: text('First frame', 'Where the clip begins.'),
    ...(lastFrame && { [lastFrame.input]: text('Last frame', 'Where the clip should end.') }),
    duration: duration(model),
    [qualityInput]: quality(model),
    ...(typeof own === 'object' && { [own.input]: sound(own.byDefault, costsMore) }),
    ...settings,
  };
}
