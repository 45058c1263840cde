import {
  filmPrice,
  FILM_STEPS,
  isBlank,
  lengthOf,
  LIMITS,
  minutesAndSeconds,
  secondsToSpeak,
  speechPrice,
  textPrice,
  toZaps,
} from '@storyreel/contracts';
import type { FilmChoice, FilmPlan, FilmStep } from '@storyreel/contracts';

/** A step that is repeated for each scene. */
export type SceneStep = Exclude<FilmStep, 'scenes' | 'continuity' | 'film'>;

/** A scene that exists already. */
export interface SceneFacts {
  id: string;
  title: string;
  described: boolean;
  pictured: boolean;
  animated: boolean;
  /**
   * Known or estimated length of the scene's narration, and the price of the part still to be spoken; null without
   * narration.
   */
  speech: { seconds: number; units: number } | null;
  /** Reason, shown to users, why the scene can't be spoken; null when it can be. */
  silent: string | null;
  /** Length of the scene without narration. */
  seconds: number;
}

/** Everything that the plan of a film depends on. */
export interface FilmFacts {
  projectId: string;
  story: string;
  /** True if the project already describes how its characters, places and things look. */
  hasContinuity: boolean;
  /** Existing scenes to keep; empty while the story is not split into scenes. */
  scenes: readonly SceneFacts[];
  /** The narrator's speed, and the reason why the story can't be spoken; null when it can be. */
  narrator: { speed: number; problem: string | null };
  /** Total length of the title card and the end card. */
  cardSeconds: number;
  /** Number of scenes whose images the user's subscription still includes today. */
  includedImages: number;
  /** Maximum price of a scene's images, that is, with the maximum number of reference pictures of the cast. */
  imageUnits: number;
  /** Price of a clip; null when no clips are wanted. */
  clipUnits: number | null;
  /** The owner's unspent zaps. */
  availableUnits: number;
  /** Sentences, shown to users, about stand-ins that replace real models. */
  standIns: readonly string[];
}

export interface PlannedFilm {
  plan: FilmPlan;
  /** Items to make: ids of scenes, or the project's id for work on the whole project. */
  items: { step: FilmStep; ids: string[] }[];
  /** Steps for each scene of a story that is not split yet. */
  perScene: SceneStep[];
  /** Total price. */
  units: number;
  /** Length for which the film is priced. */
  pricedSeconds: number;
  includedImages: number;
  /** Reason why no film can be made; null when one can be. */
  problem: string | null;
}

/** Pause per scene: between scenes and before the first words. */
const PAUSE_SECONDS = 0.6;
/**
 * Estimated seconds of a scene. A low value, so that the number of scenes and the price are estimated too high rather
 * than too low.
 */
const SECONDS_OF_A_SCENE = 15;
/** Safety factor, since films may turn out a little longer than estimated. */
const MARGIN = 1.08;

/** Returns the maximum number of scenes that a story is split into. */
export function scenesOfStory(story: string, speed: number): number {
  const scenes = Math.ceil(secondsToSpeak(story, speed) / SECONDS_OF_A_SCENE);
  return Math.min(LIMITS.scenesPerStory, Math.max(1, scenes));
}

/**
 * Plans a film from a story: scenes, descriptions, narration and images, then clips for the remaining zaps, and finally
 * the film. Items that already exist are not planned again.
 */
export function planFilm(
  facts: FilmFacts,
  { quality, scenes: most = LIMITS.scenesPerStory }: Pick<FilmChoice, 'quality' | 'scenes'>,
): PlannedFilm {
  const isNew = facts.scenes.length === 0;
  const count = isNew ? Math.min(most, scenesOfStory(facts.story, facts.narrator.speed)) : facts.scenes.length;
  const wanted = isNew ? ofStory(facts, count) : ofScenes(facts);
  const { seconds } = wanted;
  const pricedSeconds = seconds * (isNew ? MARGIN : 1);
  const images = wanted.of.images.count;
  const includedImages = Math.min(images, facts.includedImages);
  const units: Record<FilmStep, number> = {
    scenes: isNew ? textPrice(1).units : 0,
    continuity: facts.hasContinuity ? 0 : textPrice(1).units,
    descriptions: textPrice(1).units * wanted.of.descriptions.count,
    speech: wanted.speechUnits,
    images: (images - includedImages) * facts.imageUnits,
    clips: 0,
    film: filmPrice(pricedSeconds, quality).units,
  };
  // Clips come last: they get the zaps that everything else leaves.
  const left = facts.availableUnits - sum(Object.values(units));
  const movable = facts.clipUnits === null ? 0 : wanted.of.clips.count;
  const clips = facts.clipUnits === null ? 0 : Math.max(0, Math.min(movable, Math.floor(left / facts.clipUnits)));
  units.clips = clips * (facts.clipUnits ?? 0);

  const counts: Record<FilmStep, number> = {
    scenes: isNew ? 1 : 0,
    continuity: facts.hasContinuity || (!isNew && wanted.of.descriptions.count === 0) ? 0 : 1,
    descriptions: wanted.of.descriptions.count,
    speech: wanted.of.speech.count,
    images,
    clips,
    film: 1,
  };
  if (counts.continuity === 0) units.continuity = 0;
  const steps = FILM_STEPS.filter((step) => counts[step] > 0);
  const perScene = isNew ? steps.filter(isSceneStep) : [];
  const items = steps.flatMap((step): PlannedFilm['items'] => {
    if (!isSceneStep(step)) return [{ step, ids: [facts.projectId] }];
    return isNew ? [] : [{ step, ids: wanted.of[step].ids.slice(0, counts[step]) }];
  });
  const lacks = [...wanted.lacks, ...lackOfClips(movable, clips)];
  const plan: FilmPlan = {
    scenes: count,
    seconds,
    steps: steps.map((step) => ({ step, count: counts[step], zaps: toZaps(units[step]) })),
    lacks,
    notes: [...facts.standIns],
  };
  const problem = problemOf(facts, seconds);
  return { plan, items, perScene, units: sum(Object.values(units)), pricedSeconds, includedImages, problem };
}

interface Wanted {
  seconds: number;
  speechUnits: number;
  of: Record<SceneStep, { count: number; ids: string[] }>;
  lacks: string[];
}

function ofStory({ story, narrator, cardSeconds, clipUnits }: FilmFacts, count: number): Wanted {
  const words = story.trim();
  const each = { count, ids: [] };
  const none = { count: 0, ids: [] };
  // The price of each scene's narration is rounded up.
  const speechUnits = speechPrice(lengthOf(words)).units + (count - 1) * speechPrice(1).units;
  return {
    seconds: Math.round(secondsToSpeak(words, narrator.speed) + count * PAUSE_SECONDS + cardSeconds),
    speechUnits: narrator.problem === null ? speechUnits : 0,
    of: {
      descriptions: each,
      speech: narrator.problem === null ? each : none,
      images: each,
      clips: clipUnits === null ? none : each,
    },
    lacks: narrator.problem === null ? [] : [`The film will have no narration: ${narrator.problem}`],
  };
}

function ofScenes({ scenes, cardSeconds }: FilmFacts): Wanted {
  const idsOf = (want: (scene: SceneFacts) => boolean) => {
    const ids = scenes.filter(want).map(({ id }) => id);
    return { count: ids.length, ids };
  };
  const lengths = scenes.map(({ speech, seconds }) => (speech ? speech.seconds + PAUSE_SECONDS : seconds));
  return {
    seconds: Math.round(sum(lengths) + cardSeconds),
    speechUnits: sum(scenes.map(({ speech }) => speech?.units ?? 0)),
    of: {
      descriptions: idsOf(({ described, pictured }) => !described && !pictured),
      speech: idsOf(({ speech }) => speech !== null && speech.units > 0),
      images: idsOf(({ pictured, animated }) => !pictured && !animated),
      clips: idsOf(({ animated }) => !animated),
    },
    lacks: scenes.flatMap(({ title, silent }) =>
      silent === null ? [] : [`“${title}” will have no narration: ${silent}`],
    ),
  };
}

function lackOfClips(movable: number, clips: number): string[] {
  if (clips === movable) return [];
  if (clips === 0) return ['There will be no clips: the other steps take the zaps that are left.'];
  return [`Only ${clips} of ${movable} scenes will have a clip: there are no zaps for more.`];
}

function problemOf({ story, scenes }: FilmFacts, seconds: number): string | null {
  if (scenes.length === 0 && isBlank(story)) return 'Please write a story first.';
  if (seconds <= LIMITS.filmSeconds) return null;
  const [length, most] = [seconds, LIMITS.filmSeconds].map(minutesAndSeconds);
  return `This story takes about ${length}, and a film can last at most ${most}. Please shorten it.`;
}

const isSceneStep = (step: FilmStep): step is SceneStep => !['scenes', 'continuity', 'film'].includes(step);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
