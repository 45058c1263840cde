import { z } from 'zod';
import { FILM_FORMATS } from '../films/formats';

/** The services that make things, and the kinds that each makes. A new service is added here. */
export const MAKERS = {
  replicate: ['image', 'clip'],
  openai: ['text', 'image', 'speech'],
  elevenlabs: ['speech'],
  comfyui: ['image', 'clip'],
} as const satisfies Record<string, readonly string[]>;
export type Maker = keyof typeof MAKERS;
/** The services that make one kind of thing. */
export type MakerOf<Kind extends string> = {
  [Name in Maker]: Kind extends (typeof MAKERS)[Name][number] ? Name : never;
}[Maker];
export const MAKER_NAMES = Object.keys(MAKERS) as [Maker, ...Maker[]];

export const makersOf = <const Kind extends string>(kind: Kind): MakerOf<Kind>[] =>
  MAKER_NAMES.filter((name): name is MakerOf<Kind> => (MAKERS[name] as readonly string[]).includes(kind));

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-27');
const usd = z.number().min(0);
const words = z.string().min(1);

/** Address and date at which a figure was read. */
const sourceSchema = z.object({
  url: z.url(),
  read: day,
  /** True when the figure was read on a third party's page, not on the provider's or the maker's. */
  secondHand: z.literal(true).optional(),
});

const facts = {
  id: z.string().regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots and dashes'),
  name: words,
  /** The service that does the work and is paid. */
  provider: z.enum(MAKER_NAMES),
  /** The model's name at its provider. */
  slug: words,
  /** The first day on which the model no longer works. */
  retiresOn: day.optional(),
  /** Set when the model's maker offers a newer one. */
  old: z.literal(true).optional(),
  sources: z.object({ inputs: sourceSchema, price: sourceSchema, retirement: sourceSchema.optional() }),
};

/** Reference pictures, such as those of a character. */
const referencesSchema = z.object({
  /** Name of the input. */
  input: words,
  most: z.int().min(1),
  /** False when a request has either a first frame or references. Not used for images. */
  besidesFirstFrame: z.boolean(),
  /** The only kind of clip for which the model takes references. */
  only: z.object({ format: z.enum(FILM_FORMATS), seconds: z.int() }).optional(),
});

const settingSchema = z.object({
  type: z.enum(['string', 'integer', 'number', 'boolean']),
  title: z.string(),
  description: z.string(),
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
});

const clipQualitySchema = z.object({
  /** Number of lines, such as '720p'. */
  label: words,
  usdPerSecond: usd,
  /** Price with the clip's own sound, where that costs more. */
  usdPerSecondWithSound: usd.optional(),
  /** Longest clip in this quality, if limited. */
  maxSeconds: z.number().optional(),
});

const clipModelSchema = z.object({
  ...facts,
  kind: z.literal('clip'),
  /** Name of the input for the first frame. */
  imageInput: words,
  lastFrame: z.object({ input: words, onlyInMode: z.string().optional() }).optional(),
  references: referencesSchema.optional(),
  /** The clip's own sound: always present, or switched on by an input. */
  sound: z.union([z.literal('always'), z.object({ input: words, byDefault: z.boolean() })]).optional(),
  /** Possible lengths of its clips: certain lengths only, or every whole second within a range. */
  seconds: z.union([
    z.object({ default: z.int(), only: z.array(z.int()).min(1) }),
    z.object({ default: z.int(), min: z.int(), max: z.int() }),
  ]),
  /** True when a form offers only these lengths; for other models the nearest length is used when the clip is made. */
  offersItsSeconds: z.literal(true).optional(),
  /** In the order standard, high, ultra. */
  qualities: z.array(clipQualitySchema).min(1).max(3),
  defaultQuality: words,
  /** The input that selects a quality: by its lines, or by a mode that stands for them. */
  qualityInput: z.enum(['mode', 'resolution']),
  /**
   * Formats that the input accepts; a request names the one nearest to its first frame. A model without this field
   * makes clips in the format of the first frame.
   */
  formats: z.object({ input: words, of: z.array(z.enum(FILM_FORMATS)).min(1) }).optional(),
  /** Inputs that are the same in each request. */
  fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** The model's own inputs that a creator may set. */
  settings: z.record(z.string(), settingSchema).default({}),
  /** Settings that the form omits, besides those omitted for every model. */
  hidden: z.array(z.string()).default([]),
});

const imageModelSchema = z.object({
  ...facts,
  kind: z.literal('image'),
  references: referencesSchema.optional(),
  /** Maximum images per request. */
  perRequest: z.int().min(1),
  /** Cheapest first. A model with one price has one quality. */
  qualities: z.array(z.object({ label: words, usdPerImage: usd })).min(1),
  defaultQuality: words,
  /** Price of each reference, for each image. */
  usdPerReference: usd.default(0),
  formats: z.array(z.enum(FILM_FORMATS)).min(1),
  /** Names of a request's inputs besides its prompt, and inputs with a fixed value. */
  inputs: z
    .object({
      count: words.optional(),
      format: words.optional(),
      seed: words.optional(),
      /** Things that must not appear. */
      negativePrompt: words.optional(),
      fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    })
    .default({}),
  /** Present when the model edits an image by an instruction; the image is sent as the first reference. */
  edits: z
    .object({
      /** Name of the input for a mask. A model without one decides from the instruction where to edit. */
      mask: words.optional(),
      /** Inputs that differ from those of new images. */
      fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    })
    .optional(),
});

const upscalerSchema = z.object({
  ...facts,
  kind: z.literal('upscaler'),
  /** Name of the input for the image. */
  imageInput: words,
  /** Name of the input for the factor, and the input's values for each factor where they are not numbers. */
  factorInput: words,
  factorWords: z.record(z.string(), words).optional(),
  factors: z.array(z.int().min(2)).min(1),
  mostPixelsIn: z.int().optional(),
  /** Maximum pixels of the result. */
  mostPixels: z.int(),
  /** Prices by the pixels of the result, the smallest first. */
  prices: z.array(z.object({ upToPixels: z.int(), usd })).min(1),
  fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});

const tokens = z.object({ input: usd, output: usd });
/** Models that an installation chooses, not a creator. */
const serviceModelSchema = z.object({
  ...facts,
  kind: z.enum(['text', 'speech', 'transcription']),
  /** Dollars per million tokens; absent where the provider counts otherwise. */
  usdPerMillion: tokens.optional(),
  /** What to use in its place. */
  replacement: z.string().optional(),
});

export const modelEntrySchema = z.discriminatedUnion('kind', [
  clipModelSchema,
  imageModelSchema,
  upscalerSchema,
  serviceModelSchema.extend({ kind: z.literal('text') }),
  serviceModelSchema.extend({ kind: z.literal('speech') }),
  serviceModelSchema.extend({ kind: z.literal('transcription') }),
]);

export type ModelSource = z.infer<typeof sourceSchema>;
export type ClipModel = z.infer<typeof clipModelSchema>;
export type ClipQuality = z.infer<typeof clipQualitySchema>;
export type ImageModel = z.infer<typeof imageModelSchema>;
export type Upscaler = z.infer<typeof upscalerSchema>;
export type ServiceModel = z.infer<typeof serviceModelSchema>;
export type ModelEntry = ClipModel | ImageModel | Upscaler | ServiceModel;
/** The models that creators choose from. */
export type CreativeModel = ClipModel | ImageModel | Upscaler;
const creativeModelSchema = z.discriminatedUnion('kind', [clipModelSchema, imageModelSchema, upscalerSchema]);
/** A model in use that ends soon, or has ended. */
export const modelNoticeSchema = z.object({
  id: z.string(),
  name: z.string(),
  retiresOn: day,
  /** The feature that stops working without it, such as 'narration'. */
  dependsOn: z.string(),
  replacement: z.string().nullable(),
});
export type ModelNotice = z.infer<typeof modelNoticeSchema>;

export const offeredModelsSchema = z.object({
  /** All known models, in display order. */
  models: z.array(creativeModelSchema),
  /** Ids of the models that can be chosen for new work. */
  offered: z.array(z.string()),
  notices: z.array(modelNoticeSchema),
});
export type OfferedModels = z.infer<typeof offeredModelsSchema>;
