import { languageName, PROJECT_STATUS_LABELS } from '@storyreel/contracts';
import type { HistoryEntry, HistoryKind, ProjectStatus } from '@storyreel/contracts';
import type { ProjectEvent, ProjectEventOf } from '../domain/events';
import { isJobEvent, isStep, kindOf } from '../domain/jobs';
import type { JobEvent } from '../domain/jobs';
import type { Change, FieldKey, Part, SceneKey } from './changes';

const LABELS: Record<FieldKey | SceneKey, string> = {
  title: 'Title',
  description: 'Description',
  story: 'Story',
  status: 'Status',
  selectedStyle: 'Style',
  characters: 'Characters',
  environment: 'Environment',
  props: 'Props',
  imageUrl: 'Reference image',
  midjourneyPrompt: 'Style prompt',
  language: 'Language',
  voices: 'Voices',
  cast: 'Cast',
  film: 'Film settings',
  filmMusicUrl: 'Music of the film',
  filmMusicFilename: 'Music of the film',
  storyAudioUrl: 'Audio',
  storyAudioFilename: 'Audio',
  storyAudioStatus: 'Audio',
  completedVideoUrl: 'Final video',
  completedVideoFilename: 'Final video',
  completedVideoStatus: 'Final video',
  imagePrompt: 'Image prompt',
  videoPrompt: 'Clip prompt',
  duration: 'Duration',
  narration: 'Narration',
  speaker: 'Speaker',
  speech: 'Narration',
  order: 'Position',
  shotPins: 'Shots',
};

const labelOf = (key: string): string => (Object.hasOwn(LABELS, key) ? LABELS[key as FieldKey] : 'Details');

const KINDS: Partial<Record<FieldKey | SceneKey, HistoryKind>> = {
  story: 'story',
  language: 'story',
  characters: 'cast',
  environment: 'cast',
  props: 'cast',
  cast: 'cast',
  voices: 'sound',
  film: 'film',
  filmMusicUrl: 'film',
  filmMusicFilename: 'film',
  storyAudioUrl: 'sound',
  storyAudioFilename: 'sound',
  storyAudioStatus: 'sound',
  completedVideoUrl: 'film',
  completedVideoFilename: 'film',
  completedVideoStatus: 'film',
};

/** Names of the results of each kind of generation, for the titles of steps. */
const WORK: Record<string, { name: string; kind: HistoryKind }> = {
  image: { name: 'Images', kind: 'images' },
  imageEdit: { name: 'An edited image', kind: 'images' },
  upscale: { name: 'A larger image', kind: 'images' },
  video: { name: 'A clip', kind: 'clips' },
  speech: { name: 'A narration', kind: 'sound' },
  castSheet: { name: 'Images of a member of the cast', kind: 'cast' },
  film: { name: 'A film', kind: 'film' },
  music: { name: 'Music', kind: 'sound' },
};

const SHOWN = 160;
/** Returns the part of a text around its first difference from the other text. */
function around(text: string, other: string): string {
  if (text.length <= SHOWN) return text;
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const from = Math.max(0, Math.min(same - 40, text.length - SHOWN));
  const end = from + SHOWN;
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
}

const SECRETLY_LONG = new Set<string>(['film', 'voices', 'cast', 'shotPins', 'order', 'selectedStyle']);
const isText = ({ key, before, after }: { key: string; before: unknown; after: unknown }): boolean =>
  !SECRETLY_LONG.has(key) &&
  !key.endsWith('Url') &&
  !key.endsWith('Status') &&
  [before, after].every((value) => value === null || typeof value === 'string' || typeof value === 'number');

const asText = (value: unknown): string =>
  typeof value === 'number' ? `${value} s` : typeof value === 'string' ? value : '';

const asStatus = (value: unknown): string => PROJECT_STATUS_LABELS[value as ProjectStatus];
const asLanguage = (value: unknown): string => languageName(value as string | null) ?? 'Automatic';

function shownAs(key: string): (value: unknown) => string {
  if (key === 'status') return asStatus;
  return key === 'language' ? asLanguage : asText;
}

const DETAILS = 6;

/** Returns the texts that a step changed, before and after. */
export function detailsOf(changes: readonly Change[]): HistoryEntry['details'] {
  const details: HistoryEntry['details'] = [];
  for (const change of changes) {
    if (details.length === DETAILS) break;
    if ((change.of !== 'field' && change.of !== 'scene') || !isText(change)) continue;
    const shown = shownAs(change.key);
    const [before, after] = [shown(change.before), shown(change.after)];
    details.push({ label: labelOf(change.key), before: around(before, after), after: around(after, before) });
  }
  return details;
}

interface Around {
  before: Part;
  after: Part;
  changes: readonly Change[];
}
export interface Words {
  kind: HistoryKind;
  what: string;
  sceneId: string | null;
}

const TITLE_LENGTH = 40;

const quoted = (title: string): string =>
  `“${title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH)}…` : title}”`;

function sceneName(id: string, { before, after }: Around): string {
  const title = (after.scenes[id] ?? before.scenes[id])?.title.trim() ?? '';
  return title === '' ? 'a scene without a title' : quoted(title);
}

const counted = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);
const unique = (list: readonly string[]): string[] => [...new Set(list)];

function jobWords(event: JobEvent, around: Around): Words {
  const { name, kind } = WORK[kindOf(event)] ?? { name: 'Something', kind: 'project' as const };
  const { sceneId } = event.data;
  const of = sceneId === null ? '' : ` for ${sceneName(sceneId, around)}`;
  const words = { kind, sceneId };
  if (isStep(event, 'Queued')) return { ...words, what: `${name}${of} requested` };
  if (isStep(event, 'Failed')) return { ...words, what: `${name}${of} failed: ${event.data.error}` };
  const images = isStep(event, 'Completed') ? event.data.images : undefined;
  const count = kind === 'images' && images ? counted(images.length, 'An image', 'images') : name;
  return { ...words, what: `${count}${of} made` };
}

/** Returns the labels of changed fields as the beginning of a sentence. */
function fieldWords(keys: readonly string[]): string {
  const labels = unique(keys.map(labelOf));
  const [first = 'Details', ...others] = labels.length > 3 ? ['Several texts'] : labels;
  const last = others.at(-1);
  if (last === undefined) return first;
  return `${[first, ...others.slice(0, -1).map((label) => label.toLowerCase())].join(', ')} and ${last.toLowerCase()}`;
}

const CAST_WORDS: Record<string, string> = {
  add: 'added to the cast',
  edit: 'changed in the cast',
  remove: 'removed from the cast',
  addPicture: 'got another image',
  removePicture: 'lost an image',
  lead: 'got another first image',
  take: 'taken from the library',
  keepMine: 'kept as it is',
};

const memberName = (memberId: string, { before, after }: Around): string =>
  [...after.fields.cast, ...before.fields.cast].find(({ id }) => id === memberId)?.name ?? 'A member';

function beginningOf({ copiedFrom, imported, alternativeOf }: ProjectEventOf<'ProjectCreated'>['data']): string {
  if (imported) return imported.author === '' ? 'Imported from a file' : `Imported from a file of ${imported.author}`;
  if (alternativeOf !== undefined) return 'Created as an alternative';
  return copiedFrom === null ? 'Project created' : 'Copied from another project';
}

/** Describes an event in words. */
function eventWords(event: ProjectEvent, around: Around): { kind: HistoryKind; what: string } {
  const of = 'sceneId' in event.data && event.data.sceneId !== null ? sceneName(event.data.sceneId, around) : '';
  switch (event.type) {
    case 'ProjectCreated':
      return { kind: 'project', what: beginningOf(event.data) };
    case 'ProjectEdited': {
      const keys = Object.keys(event.data.changes);
      const kind = keys.map((key) => KINDS[key as FieldKey]).find((one) => one !== undefined) ?? 'project';
      return { kind, what: `${fieldWords(keys)} changed` };
    }
    case 'CastChanged': {
      const how = CAST_WORDS[event.data.action] ?? 'changed in the cast';
      return { kind: 'cast', what: `${memberName(event.data.memberId, around)} ${how}` };
    }
    case 'CastRestored':
      return { kind: 'cast', what: 'Change to the cast undone' };
    case 'StepUndone':
      return { kind: 'project', what: `Undone: ${event.data.what}` };
    case 'StepRedone':
      return { kind: 'project', what: `Redone: ${event.data.what}` };
    case 'VersionRestored': {
      const scene = event.data.onlyScene;
      return {
        kind: scene ? 'scenes' : 'project',
        what: scene ? `${sceneName(scene, around)} brought back` : 'An earlier version restored',
      };
    }
    case 'AlternativeTaken': {
      const { onlyScene, title } = event.data;
      return onlyScene
        ? { kind: 'scenes', what: `${sceneName(onlyScene, around)} taken from the alternative ${quoted(title)}` }
        : { kind: 'project', what: `The alternative ${quoted(title)} kept` };
    }
    case 'ProjectDeleted':
      return { kind: 'project', what: 'Project deleted' };
    case 'ProjectRestored':
      return { kind: 'project', what: 'Project restored' };
    case 'SceneAdded':
      return { kind: 'scenes', what: `${sceneName(event.data.scene.id, around)} added` };
    case 'SceneEdited': {
      const keys = Object.keys(event.data.changes);
      return { kind: keys.includes('order') ? 'scenes' : 'texts', what: `${fieldWords(keys)} of ${of} changed` };
    }
    case 'SceneReordered':
      return { kind: 'scenes', what: 'Scenes put in another order' };
    case 'SceneDeleted':
      return { kind: 'scenes', what: `${of} deleted` };
    case 'SceneRestored':
      return { kind: 'scenes', what: `${of} restored` };
    case 'AllScenesDeleted':
      return { kind: 'scenes', what: `${counted(event.data.sceneIds.length, 'The only scene', 'scenes')} deleted` };
    case 'ScenesReplaced':
      return { kind: 'scenes', what: `${counted(event.data.scenes.length, 'A scene', 'scenes')} made from the story` };
    case 'AllScenesRestored':
      return { kind: 'scenes', what: `${counted(event.data.restoredIds.length, 'A scene', 'scenes')} restored` };
    case 'SceneSplit':
      return { kind: 'scenes', what: `${sceneName(event.data.removedIds[0] ?? '', around)} split in two` };
    case 'ScenesMerged':
      return { kind: 'scenes', what: `${sceneName(event.data.removedIds[0] ?? '', around)} merged with the next` };
    case 'SceneCutUndone':
      return { kind: 'scenes', what: 'Split or merge of scenes undone' };
    case 'ImageAdded':
      return { kind: 'images', what: `An image added to ${of}` };
    case 'ImageRemoved':
      return { kind: 'images', what: `An image of ${of} deleted` };
    case 'ImageSlotsRemoved':
      return { kind: 'images', what: `${counted(event.data.slotIds.length, 'An image', 'images')} of ${of} cleared` };
    case 'ImageSlotsFailed':
      return { kind: 'images', what: `Unfinished images of ${of} ended` };
    case 'MainImageChosen':
      return { kind: 'images', what: `Main image of ${of} chosen` };
    case 'VideoAdded':
      return { kind: 'clips', what: `A clip added to ${of}` };
    case 'VideoRemoved':
      return { kind: 'clips', what: `A clip of ${of} deleted` };
    case 'MainVideoChosen':
      return { kind: 'clips', what: `Main clip of ${of} chosen` };
    case 'ProcessingVideoReplaced':
      return { kind: 'clips', what: `A clip added to ${of}` };
    case 'FilmRemoved':
      return { kind: 'film', what: 'A film deleted' };
    case 'FilmRestored':
      return { kind: 'film', what: 'A film restored' };
    case 'VideoShared':
      return { kind: 'film', what: 'Film shared by a link' };
    case 'VideoUnshared':
      return { kind: 'film', what: 'Sharing of the film stopped' };
    case 'RunKept':
      return {
        kind: event.data.texts ? 'texts' : event.data.video ? 'clips' : 'images',
        what: `A result kept in ${of}`,
      };
    case 'SceneDescribed':
      return { kind: 'texts', what: `Texts of ${of} written` };
    case 'ScenePromptWritten':
      return { kind: 'texts', what: `${labelOf(event.data.field)} of ${of} written` };
    case 'SpeechTaken':
      return { kind: 'sound', what: `Narration of ${of} replaced` };
    case 'ShotsChanged':
      return { kind: 'film', what: `Shots of ${of} changed` };
    case 'ShotsRestored':
      return { kind: 'film', what: `Earlier shots of ${of} restored` };
    case 'StoryWritten':
      return { kind: 'story', what: 'Story written from a draft' };
    case 'StoryRestored':
      return { kind: 'story', what: 'Earlier story restored' };
    default:
      return { kind: 'project', what: 'Changed' };
  }
}

/** Describes a step in words by its most informative event; ended jobs and new orders of scenes count last. */
export function wordsOf(events: readonly ProjectEvent[], around: Around): Words {
  const telling = events.find((event) => !isJobEvent(event) && event.type !== 'SceneReordered') ?? events[0];
  if (!telling) return { kind: 'project', what: 'Changed', sceneId: null };
  if (isJobEvent(telling)) return jobWords(events.filter((event) => isJobEvent(event)).at(-1) ?? telling, around);
  const scenes = unique(around.changes.flatMap((change) => ('sceneId' in change ? change.sceneId : [])));
  const [only = null] = scenes.length === 1 ? scenes : [];
  const named = 'sceneId' in telling.data ? telling.data.sceneId : only;
  const words = eventWords(telling, around);
  const what = words.what.charAt(0).toUpperCase() + words.what.slice(1);
  return { ...words, what, sceneId: named };
}
