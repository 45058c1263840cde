import { z } from 'zod';
import { FILM_FORMATS } from '../films/formats';

/** The services that generate content, and the kinds of content that each generates. A new service is added here. */
export const MAKERS = {
  replicate: ['image', 'clip'],
  openai: ['text', 'image', 'speech'],
  elevenlabs: ['speech'],
  comfyui: ['image', 'clip'],
} as const satisfies Record<string, readonly string[]>;
export type Maker = keyof typeof MAKERS;
/** The services that generate one kind of content. */
export type MakerOf<Kind extends string> = {
  [Name in Maker]: Kind extends (typeof MAKERS)[Name][number] ? Name : never;
}[Maker];
export const MAKER_NAMES = Object.keys(MAKERS) as [Maker, ...Maker[]];

export const makersOf = <const Kind extends string>(kind: Kind): MakerOf<Kind>[] =>
  MAKER_NAMES.filter((name): name is MakerOf<Kind> => (MAKERS[name] as readonly string[]).includes(kind));

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-27');
const usd = z.number().min(0);
const words = z.string().min(1);

/** Address and date of the page on which a fact was read. */
const sourceSchema = z.object({
  url: z.url(),
  read: day,
  /** True when the fact was read on a third party's page, not on the provider's or the model maker's. */
  secondHand: z.literal(true).optional(),
});

const facts = {
  id: z.string().regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots and dashes'),
  name: words,
  /** The service that runs the model and is paid. */
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
  /** False when a request can contain either a first frame or references, but not both. Not used for images. */
  besidesFirstFrame: z.boolean(),
  /** The only format and length of clips with which the model accepts references. */
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
  /** Price of a clip with its own sound, if it costs more. */
  usdPerSecondWithSound: usd.optional(),
  /** Maximum length of clips in this quality, if limited. */
  maxSeconds: z.number().optional(),
});

const clipModelSchema = z.object({
  ...facts,
  kind: z.literal('clip'),
  /** Name of the input for the first frame. */
  imageInput: words,
  lastFrame: z.object({ input: words, onlyInMode: z.string().optional() }).optional(),
  references: referencesSchema.optional(),
  /** The clip's own sound: always present, or switched on and off by an input. */
  sound: z.union([z.literal('always'), z.object({ input: words, byDefault: z.boolean() })]).optional(),
  /** Possible lengths of a clip: certain lengths only, or every whole second within a range. */
  seconds: z.union([
    z.object({ default: z.int(), only: z.array(z.int()).min(1) }),
    z.object({ default: z.int(), min: z.int(), max: z.int() }),
  ]),
  /**
   * True when the form offers only these lengths. For other models any length can be entered, and the clip gets the
   * nearest possible one.
   */
  offersItsSeconds: z.literal(true).optional(),
  /** In the order standard, high, ultra. */
  qualities: z.array(clipQualitySchema).min(1).max(3),
  defaultQuality: words,
  /** The input that selects a quality: by the number of lines, or by a mode that stands for it. */
  qualityInput: z.enum(['mode', 'resolution']),
  /**
   * Formats that the input accepts; a request names the format nearest to that of its first frame. A model without this
   * field makes clips in the format of the first frame.
   */
  formats: z.object({ input: words, of: z.array(z.enum(FILM_FORMATS)).min(1) }).optional(),
  /** Inputs that are the same in each request. */
  fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** The model's own inputs that a creator can set. */
  settings: z.record(z.string(), settingSchema).default({}),
  /** Settings that the form omits, in addition to those it omits for every model. */
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
  /** Additional price per image for each reference. */
  usdPerReference: usd.default(0),
  formats: z.array(z.enum(FILM_FORMATS)).min(1),
  /** Names of a request's inputs, besides the prompt, and inputs with a fixed value. */
  inputs: z
    .object({
      count: words.optional(),
      format: words.optional(),
      seed: words.optional(),
      /** Name of the input for things that must not appear in the image. */
      negativePrompt: words.optional(),
      fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    })
    .default({}),
  /** Present when the model can edit an image by an instruction; the image is sent as the first reference. */
  edits: z
    .object({
      /** Name of the input for a mask. A model without this input decides by the instruction where to edit. */
      mask: words.optional(),
      /** Inputs whose values differ from those for new images. */
      fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    })
    .optional(),
});

const upscalerSchema = z.object({
  ...facts,
  kind: z.literal('upscaler'),
  /** Name of the input for the image. */
  imageInput: words,
  /** Name of the input for the factor, and the values it takes for each factor if these are not numbers. */
  factorInput: words,
  factorWords: z.record(z.string(), words).optional(),
  factors: z.array(z.int().min(2)).min(1),
  mostPixelsIn: z.int().optional(),
  /** Maximum pixels of the result. */
  mostPixels: z.int(),
  /** Prices by the pixels of the result, the smallest result first. */
  prices: z.array(z.object({ upToPixels: z.int(), usd })).min(1),
  fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});

const tokens = z.object({ input: usd, output: usd });
/** Models that the installation's operator chooses, not a creator. */
const serviceModelSchema = z.object({
  ...facts,
  kind: z.enum(['text', 'speech', 'transcription']),
  /** Dollars per million tokens; absent when the provider bills by another unit. */
  usdPerMillion: tokens.optional(),
  /** The model to use instead. */
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
/** Notice about a model in use that will stop working soon, or has already. */
export const modelNoticeSchema = z.object({
  id: z.string(),
  name: z.string(),
  retiresOn: day,
  /** The feature that stops working without the model, such as 'narration'. */
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
