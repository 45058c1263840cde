import { hashOf } from '../common/hash-of';
import { isBlank, lengthOf } from '../common/text';
import type { FilmFingerprint } from '../films/film';
import { changesSince, filmFingerprint } from '../films/film-fingerprint';
import { filmPrice, type FilmQuality } from '../films/film-settings';
import { filmTimeline } from '../films/film-timeline';
import { findClipModel, referencesOf } from '../models/catalogue';
import { clipUsage, videoPrice } from '../models/clips';
import { IMAGE_MODEL } from '../models/image-models';
import { imagesPrice } from '../models/images';
import { price as priceOfZaps } from '../money/amount';
import type { Price } from '../money/amount';
import type { ProjectFields } from '../projects/project';
import type { Scene } from '../projects/scene';
import { restyled } from '../writing/prompt-rules';
import { castChanges, clipInputs, clipWords, imageInputs, originOf, type Origin } from './made-from';
import type { ClipInputs, ImageInputs } from './made-from';
import { clipReferences, sentCast } from './references';
import { isSpoken, narrationOf, NEW_SPEAKER_VOICE, secondsToSpeak, speechPrice, voiceOf } from './spoken';

/** Steps of a refresh, each after the steps it depends on. */
export const REFRESH_STEPS = ['images', 'clips', 'speech', 'film'] as const;
export type RefreshStep = (typeof REFRESH_STEPS)[number];

type Fields = Pick<ProjectFields, 'characters' | 'environment' | 'props' | 'cast' | 'voices' | 'imageUrl' | 'film'>;

/** A scene with its main image, its chosen clip and its narration. */
export interface SceneNow extends Pick<
  Scene,
  | 'id'
  | 'title'
  | 'description'
  | 'imagePrompt'
  | 'videoPrompt'
  | 'sourceText'
  | 'narration'
  | 'speaker'
  | 'cast'
  | 'duration'
  | 'speech'
  | 'shotPins'
> {
  mainImageUrl: string | null;
  imageUrls: readonly string[];
  asideUrls?: readonly string[];
  mainVideo: { url: string; duration: number | null } | null;
  origins: readonly Origin[];
}

/** A project's current state, with all inputs of its images, clips, narration and film. */
export interface ProjectNow {
  id: string;
  fields: Fields;
  /** Attributes of the chosen style; null without a style. */
  style: string | null;
  scenes: readonly SceneNow[];
  /** The voice of speakers for whom no voice was chosen; null while the voices are not known. */
  firstVoice: string | null;
  /** Music of the film: an address or a name. */
  music: string | null;
  /** The newest film. */
  film: { quality: FilmQuality; fingerprint: FilmFingerprint } | null;
  /** Returns true when a model can be used for new work. */
  offers: (model: string) => boolean;
}

/** A result that would turn out differently if it were made now. */
export interface StaleItem {
  /** `images/<id of the scene>` or `film/<id of the project>`; also the item's key in a batch. */
  id: string;
  step: RefreshStep;
  sceneId: string | null;
  title: string;
  thumbnail: string | null;
  /**
   * Sentences for users, without a full stop, such as 'Mara’s look changed'. Empty when only `after` makes the item
   * stale.
   */
  reasons: string[];
  /** Ids of the items whose refresh makes this one stale too. */
  after: string[];
  price: Price;
  /** Reason, shown to users, why the item can't be made again now; null when it can. */
  problem: string | null;
}

/** Safety factor for a film's estimated length, since the film may turn out a little longer. */
const MARGIN = 1.08;

export const refreshId = (step: RefreshStep, id: string): string => `${step}/${id}`;

/** Returns all results whose inputs have changed since, in the order in which they are made again. */
export function staleItems(project: ProjectNow): StaleItem[] {
  const perScene = project.scenes.map((scene) => {
    const image = staleImage(project, scene);
    const clip = staleClip(project, scene, image);
    const speech = staleSpeech(project, scene);
    return { scene, image, clip, speech };
  });
  const listed = (of: 'image' | 'clip' | 'speech') => perScene.flatMap((one) => one[of] ?? []);
  const items = [...listed('image'), ...listed('clip'), ...listed('speech')];
  const film = staleFilm(project, items);
  return film ? [...items, film] : items;
}

/** Returns the model that makes an image again: its former model or, if that is no longer offered, the default one. */
export const imageModelFor = ({ model }: ImageInputs, { offers }: Pick<ProjectNow, 'offers'>): string =>
  offers(model) ? model : IMAGE_MODEL;

function staleImage(project: ProjectNow, scene: SceneNow): StaleItem | null {
  const made = originOf(scene.origins, scene.mainImageUrl)?.image;
  if (!made) return null;
  const { fields, style } = project;
  const { imagePrompt } = scene;
  const sentBy = (model: string) => sentCast(fields, scene, imagePrompt, referencesOf(model)?.most ?? 0);
  const { format } = fields.film;
  const now = imageInputs({ imagePrompt, model: made.model, style, format, sent: sentBy(made.model) });
  const reasons = [
    ...(made.prompt === now.prompt ? [] : ['Its prompt changed']),
    ...(restyled(imagePrompt, made.style, style) === imagePrompt ? [] : ['The style changed']),
    ...(made.format === format ? [] : ['The format changed']),
    ...castChanges(made, now),
  ];
  if (reasons.length === 0) return null;
  const model = imageModelFor(made, project);
  return {
    ...common('images', scene),
    reasons,
    price: imagesPrice(1, model, sentBy(model).wanted.length),
    problem: isBlank(imagePrompt) ? 'This scene has no image prompt.' : null,
  };
}

const common = (step: RefreshStep, { id: sceneId, title, mainImageUrl }: SceneNow) => ({
  id: refreshId(step, sceneId),
  ...{ step, sceneId, title, thumbnail: mainImageUrl, after: [] as string[] },
});

const NOT_OFFERED = 'The model of this clip is no longer offered. Make the clip again with another one.';

function staleClip(project: ProjectNow, scene: SceneNow, image: StaleItem | null): StaleItem | null {
  const made = originOf(scene.origins, scene.mainVideo?.url ?? null)?.clip;
  if (!made) return null;
  const { reasons, isFromImage } = clipReasons(project, scene, made);
  const after = isFromImage && image ? [image.id] : [];
  if (reasons.length === 0 && after.length === 0) return null;
  const { modelId, seconds, settings } = made;
  const price = findClipModel(modelId) ? videoPrice(modelId, clipUsage(modelId, seconds, settings)) : null;
  const problem =
    price === null || !project.offers(modelId)
      ? NOT_OFFERED
      : scene.mainImageUrl === null
        ? 'This scene has no image.'
        : null;
  return { ...common('clips', scene), reasons, after, price: price ?? priceOfZaps(0, 0), problem };
}

function clipReasons(
  { fields }: ProjectNow,
  scene: SceneNow,
  made: ClipInputs,
): { reasons: string[]; isFromImage: boolean } {
  const isFromImage = made.from === 'image';
  const most = clipReferences(made, made.from, fields.film.format)?.most ?? 0;
  const sent = sentCast(fields, scene, scene.imagePrompt, most);
  const now = clipInputs({ ...made, scene, sent });
  return {
    isFromImage,
    reasons: [
      ...(made.ownPrompt !== undefined || made.prompt === now.prompt ? [] : ['Its prompt changed']),
      ...(!isFromImage || made.imageUrl === scene.mainImageUrl ? [] : ['Its image changed']),
      ...castChanges(made, now),
    ],
  };
}

function staleSpeech({ fields, firstVoice }: ProjectNow, scene: SceneNow): StaleItem | null {
  const { speech, speaker } = scene;
  const words = narrationOf(scene);
  const known = voiceOf(fields.voices, speaker);
  const voice = known ?? (firstVoice === null ? null : { ...NEW_SPEAKER_VOICE, voice: firstVoice });
  if (speech === null || words === '' || voice === null || isSpoken(speech, words, voice)) return null;
  const reasons = [
    ...(speech.text === words ? [] : ['Its words changed']),
    ...(isSpoken({ ...speech, text: words }, words, voice) ? [] : ['The voice changed']),
  ];
  return { ...common('speech', scene), reasons, price: speechPrice(lengthOf(words)), problem: null };
}

function staleFilm(project: ProjectNow, items: readonly StaleItem[]): StaleItem | null {
  const { film, fields, scenes, music } = project;
  if (!film) return null;
  const timelineOf = (some: readonly SceneNow[]) => filmTimeline(some, fields.film);
  const print = (some: readonly SceneNow[]) =>
    filmFingerprint({ ...fields.film, blocks: timelineOf(some).blocks, music });
  const reasons = filmReasons(film.fingerprint, print(scenes));
  const byId = new Map(scenes.map((scene) => [scene.id, scene]));
  const after = items.flatMap(({ id, step, sceneId }) => {
    const scene = byId.get(sceneId ?? '');
    return scene && hashOf(print([scene])) !== hashOf(print([refreshed(project, scene, [step])])) ? [id] : [];
  });
  if (reasons.length === 0 && after.length === 0) return null;
  const fresh = scenes.map((scene) => {
    const steps = items.flatMap(({ sceneId, step }) => (sceneId === scene.id ? [step] : []));
    return steps.length === 0 ? scene : refreshed(project, scene, steps);
  });
  const isEstimated = items.some(({ step }) => step === 'speech');
  const seconds = Math.max(timelineOf(scenes).seconds, timelineOf(fresh).seconds * (isEstimated ? MARGIN : 1));
  const [missing] = timelineOf(scenes).missing;
  return {
    ...{ id: refreshId('film', project.id), step: 'film' as const, sceneId: null, title: 'The film' },
    ...{ thumbnail: scenes.find(({ mainImageUrl }) => mainImageUrl !== null)?.mainImageUrl ?? null, reasons, after },
    price: filmPrice(seconds, film.quality),
    problem: missing ? `“${missing.title}” has neither an image nor a clip.` : null,
  };
}

/** Returns a scene as it will be after these steps of a refresh, as far as this affects the film. */
function refreshed({ fields }: ProjectNow, scene: SceneNow, steps: readonly RefreshStep[]): SceneNow {
  const { mainVideo, mainImageUrl, imageUrls, speech } = scene;
  const words = narrationOf(scene);
  const seconds = secondsToSpeak(words, voiceOf(fields.voices, scene.speaker)?.speed ?? 1);
  return {
    ...scene,
    ...(steps.includes('images') && {
      mainImageUrl: `${mainImageUrl}+`,
      imageUrls: [...imageUrls, `${mainImageUrl}+`],
    }),
    ...(steps.includes('clips') && mainVideo && { mainVideo: { ...mainVideo, url: `${mainVideo.url}+` } }),
    ...(steps.includes('speech') &&
      speech && {
        speech: { ...speech, url: `${speech.url}+`, text: words, seconds: Math.max(seconds, speech.seconds) },
      }),
  };
}

function filmReasons(before: FilmFingerprint, now: FilmFingerprint): string[] {
  const { changed, addedIds, removedIds, isReordered, film } = changesSince(before, now);
  const scenes = (count: number, one: string, more: string) =>
    count === 0 ? [] : [count === 1 ? `1 scene ${one}` : `${count} scenes ${more}`];
  return [
    ...scenes(changed.length, 'has changed', 'have changed'),
    ...scenes(addedIds.length, 'was added', 'were added'),
    ...scenes(removedIds.length, 'was removed', 'were removed'),
    ...(isReordered ? ['The order of the scenes changed'] : []),
    ...(film.length === 0 ? [] : [film.includes('format') ? 'The format changed' : 'Its settings changed']),
  ];
}

/** The parts of a stale item that decide whether a refresh makes it. */
type Billed = Pick<StaleItem, 'id' | 'step' | 'reasons' | 'after' | 'problem'>;

/**
 * Returns the chosen items that a refresh makes. Leaves out items that can't be made again, and items that are stale
 * only through others that were not chosen.
 */
export function chosenItems<Item extends Billed>(items: readonly Item[], chosen: readonly string[]): Item[] {
  const taken = new Set<string>();
  return items.filter(({ id, reasons, after, problem }) => {
    const isTaken =
      problem === null && chosen.includes(id) && (reasons.length > 0 || after.some((other) => taken.has(other)));
    if (isTaken) taken.add(id);
    return isTaken;
  });
}

/** Adds up the prices of items. The first images are free, as far as the user's plan still includes images today. */
export function refreshTotal<Item extends Pick<StaleItem, 'step'>>(
  items: readonly Item[],
  includedImages: number,
  priceOf: (item: Item) => number,
): number {
  let included = includedImages;
  return items.reduce((sum, item) => {
    if (item.step === 'images' && included-- > 0) return sum;
    return sum + priceOf(item);
  }, 0);
}

/**
 * Returns a requested prompt that was written for this clip only; undefined when the clip uses the scene's own words.
 */
export const ownClipPrompt = (asked: string, scene: Parameters<typeof clipWords>[0]): string | undefined =>
  asked === '' || asked === clipWords(scene) ? undefined : asked;
