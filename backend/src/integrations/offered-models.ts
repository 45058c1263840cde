import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CLIP_MODELS,
  findModel,
  IMAGE_MODEL,
  IMAGE_MODELS,
  isRetired,
  knownModels,
  learnModels,
  modelEntrySchema,
  SERVICE_MODELS,
  UPSCALERS,
} from '@storyreel/contracts';
import type {
  CreativeModel,
  ImageModel,
  ModelEntry,
  ModelNotice,
  OfferedModels as Answer,
  ServiceModel,
} from '@storyreel/contracts';
import { z } from 'zod';
import { DomainError } from '../lib/domain-error';
import { StartError } from '../lib/keep-trying';
import { type Clock, DAY_MS } from '../lib/time';
import { workflowDefaults } from './comfyui/comfyui-providers';
import { DEFAULT_IMAGE_MODEL, DEFAULT_TEXT_MODEL } from './openai/models';
import { DEFAULT_ELEVENLABS_MODEL } from './elevenlabs/elevenlabs-speech-provider';
import type { OpenAiImageOptions } from './openai/openai-image-provider';
import { DEFAULT_SPEECH_MODEL } from './openai/openai-speech-provider';
import type { Providers } from './providers.token';

/** File in the data directory with the operator's model entries: new models, or changes to the release's models. */
const FILE = 'models.json';

const SHIPPED: readonly ModelEntry[] = [...CLIP_MODELS, ...IMAGE_MODELS, ...UPSCALERS, ...SERVICE_MODELS];
const CREATIVE: readonly string[] = ['clip', 'image', 'upscaler'];
const isCreative = (model: ModelEntry): model is CreativeModel => CREATIVE.includes(model.kind);

/** @throws StartError that says which entry is wrong, and how */
function ownEntries(home: string): ModelEntry[] {
  const wrong = (message: string): StartError => new StartError(`${join(home, FILE)}: ${message}`);
  let text: string;
  try {
    text = readFileSync(join(home, FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  let entries: { id: string; kind?: unknown; provider?: unknown }[];
  try {
    entries = z
      .array(z.looseObject({ id: z.string(), kind: z.unknown().optional(), provider: z.unknown().optional() }))
      .parse(JSON.parse(text));
  } catch {
    throw wrong('it must be a list of models in JSON, each with an id.');
  }
  return entries.map((entry) => {
    const defaults = entry.provider === 'comfyui' ? workflowDefaults(entry.kind) : {};
    const merged = modelEntrySchema.safeParse({ ...SHIPPED.find(({ id }) => id === entry.id), ...defaults, ...entry });
    const [issue] = merged.error?.issues ?? [];
    if (!merged.success) throw wrong(`${entry.id}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`);
    return merged.data;
  });
}

/**
 * Returns all models, the operator's first.
 * @throws StartError for a file that cannot be used
 */
function readModels(home: string): { creative: CreativeModel[]; services: ServiceModel[] } {
  const own = ownEntries(home);
  const isShipped = ({ id }: ModelEntry): boolean => SHIPPED.some((model) => model.id === id);
  const shipped = SHIPPED.map((model) => own.find(({ id }) => id === model.id) ?? model);
  const all = [...own.filter((model) => !isShipped(model)), ...shipped];
  return {
    creative: all.filter(isCreative),
    services: all.filter((model): model is ServiceModel => !isCreative(model)),
  };
}

/** Settings that decide the default image model and its price. */
type OpenAiSettings = Pick<OpenAiImageOptions, 'baseUrl' | 'imageModel' | 'imageQuality'> & {
  model?: string | undefined;
  speechModel?: string | undefined;
  transcriptionModel?: string | undefined;
};

/** Returns the price, the references and the end date of the default image model. */
function usualImages(models: readonly CreativeModel[], provider: string, openai: OpenAiSettings): ImageModel | null {
  const named = (slug: string) =>
    models.find(
      (model): model is ImageModel => model.kind === 'image' && model.slug === slug && model.id !== IMAGE_MODEL,
    );
  const usual = models.find((model): model is ImageModel => model.kind === 'image' && model.id === IMAGE_MODEL);
  if (!usual) return null;
  const first = (own: string) =>
    models.find((model): model is ImageModel => model.kind === 'image' && model.provider === own);
  const behind =
    provider === 'openai'
      ? named(openai.imageModel ?? DEFAULT_IMAGE_MODEL)
      : provider === 'comfyui'
        ? first(provider)
        : undefined;
  // The sandbox accepts references and source images, like the models that it stands in for.
  const references = { input: 'references', most: 16, besidesFirstFrame: true };
  if (provider === 'sandbox') return { ...usual, references, edits: { mask: 'mask' } };
  return behind ? { ...behind, id: usual.id, name: usual.name } : usual;
}

/** When the installation sets a model's quality, that quality decides the price. */
function inQuality(model: CreativeModel, quality: string | undefined): CreativeModel {
  if (model.kind !== 'image' || model.provider !== 'openai' || quality === undefined) return model;
  const isKnown = model.qualities.some(({ label }) => label === quality);
  // 'auto' is priced as the most expensive quality, since the provider may choose that one.
  return { ...model, defaultQuality: isKnown ? quality : (model.qualities.at(-1)?.label ?? model.defaultQuality) };
}

interface Named {
  name: string;
}

interface OfferedOptions {
  home: string;
  providers: Pick<Providers, 'image' | 'imageFor' | 'videoFor'> & { text: Named; speech: Named };
  openai?: OpenAiSettings | undefined;
  elevenLabs?: { model?: string | undefined } | undefined;
  clock: Clock;
}

/** The models that creators can choose in this installation, and the models whose service is not set up. */
export class OfferedModels {
  private services: readonly ServiceModel[];

  constructor(private readonly options: OfferedOptions) {
    const { home, providers, openai = {} } = options;
    const { creative, services } = readModels(home);
    const priced = creative.map((model) => inQuality(model, openai.imageQuality));
    const usual = usualImages(priced, providers.image.name, openai);
    learnModels(priced.map((model) => (model.id === IMAGE_MODEL && usual ? usual : model)));
    this.services = services;
  }

  /** @throws DomainError bad_request for a model that has ended, or whose provider is not set up here */
  check(id: string): void {
    const problem = this.problemOf(id);
    if (problem !== null) throw new DomainError('bad_request', problem);
  }

  /** Returns the reason, for users, why a model can't be used for new work; null when it can be. */
  problemOf(id: string): string | null {
    const model = findModel(id);
    if (!model) return null;
    if (isRetired(model, this.options.clock.now()))
      return `${model.name} was withdrawn by its maker. Choose another model.`;
    return this.isSetUp(model) ? null : `${model.name} is not set up here. Choose another model.`;
  }

  answer(): Answer {
    const now = this.options.clock.now();
    const models = [...knownModels()];
    return {
      models,
      offered: models.filter((model) => !isRetired(model, now) && this.isSetUp(model)).map(({ id }) => id),
      notices: noticesOf(this.inUse(), now),
    };
  }

  /**
   * Returns the models that new work in this installation uses: the models that creators can choose, and the configured
   * ones.
   */
  inUse(): ModelEntry[] {
    const { image, imageFor, videoFor } = this.options.providers;
    const isReal = ({ id, kind, provider, retiresOn, sources }: CreativeModel): boolean => {
      const { name } = kind === 'clip' ? videoFor(id) : id === IMAGE_MODEL ? image : imageFor(id);
      // A model that had ended before this release is not reported as news.
      const isNews = retiresOn === undefined || retiresOn > (sources.retirement?.read ?? '');
      return name === provider && isNews;
    };
    const configured = this.configured();
    return [...knownModels().filter(isReal), ...this.services.filter(({ slug }) => configured.includes(slug))];
  }

  /** Stores the end dates of models that providers have reported, by provider and name. */
  foundToEnd(found: ReadonlyMap<string, string>): void {
    const ending = <Model extends ModelEntry>(model: Model): Model => {
      const retiresOn = found.get(`${model.provider}:${model.slug}`);
      return retiresOn === undefined ? model : { ...model, retiresOn };
    };
    learnModels(knownModels().map(ending));
    this.services = this.services.map(ending);
  }

  /** Returns the names of the configured models for texts, narration and word times. */
  private configured(): (string | undefined)[] {
    const { providers, openai = {}, elevenLabs } = this.options;
    const texts = providers.text.name === 'openai' ? [openai.model ?? DEFAULT_TEXT_MODEL] : [];
    if (providers.speech.name === 'elevenlabs') return [...texts, elevenLabs?.model ?? DEFAULT_ELEVENLABS_MODEL];
    if (providers.speech.name !== 'openai') return texts;
    return [...texts, openai.speechModel ?? DEFAULT_SPEECH_MODEL, openai.transcriptionModel];
  }

  private isSetUp({ id, kind, provider, slug }: CreativeModel): boolean {
    if (id === IMAGE_MODEL) return true;
    const { providers, openai } = this.options;
    const { name } = kind === 'clip' ? providers.videoFor(id) : providers.imageFor(id);
    if (name === 'openai' && openai?.baseUrl !== undefined) return provider === name && slug === openai.imageModel;
    // The sandbox stands in for all models that make clips or enlarge images; for images it has one model.
    return name === provider || (name === 'sandbox' && kind !== 'image');
  }
}

/**
 * Number of days before a model's end from which the end is announced, so that an installation can try another model in
 * time.
 */
const NOTICE_DAYS = 60;

/** The feature that stops working when a model of the kind ends. */
const DEPENDS: Record<ModelEntry['kind'], string> = {
  clip: 'clips',
  image: 'images',
  upscaler: 'enlarging images',
  text: 'texts',
  speech: 'narration',
  transcription: 'the times of spoken words',
};

/** Returns a notice for each model in use that ends within the notice period, sorted by end date. */
export function noticesOf(inUse: readonly ModelEntry[], now: Date): ModelNotice[] {
  const until = new Date(now.getTime() + NOTICE_DAYS * DAY_MS).toISOString().slice(0, 10);
  return inUse
    .flatMap((model) => {
      const { id, name, kind, retiresOn } = model;
      if (retiresOn === undefined || retiresOn > until) return [];
      const replacement = 'replacement' in model ? (model.replacement ?? null) : null;
      return [{ id, name, retiresOn, dependsOn: DEPENDS[kind], replacement }];
    })
    .toSorted((one, other) => one.retiresOn.localeCompare(other.retiresOn));
}
