import { hashOf } from '../common/hash-of';
import type { FilmFormat } from '../films/formats';
import type { Scene } from '../projects/scene';
import type { ClipSource } from './jobs';
import type { SentCast } from './references';

/** A cast member in a request: hashes of the words and pictures that were sent for the member, if any. */
export interface MemberInputs {
  id: string;
  name: string;
  look?: string;
  pictures?: string;
}

interface CastInputs {
  members: MemberInputs[];
  /** Hash of the references that the prompt gives by address. */
  others: string;
}

/** The inputs of an image. They are stored with its request, so that a later change of them can be found and named. */
export interface ImageInputs extends CastInputs {
  model: string;
  /** Hash of the scene's image prompt. */
  prompt: string;
  /** Attributes of the project's style, which the prompt may contain. */
  style: string | null;
  format: FilmFormat;
}

/** The inputs of a clip. */
export interface ClipInputs extends CastInputs {
  modelId: string;
  settings: Record<string, string | number | boolean>;
  seconds: number;
  from: ClipSource;
  /** Hash of the scene's words for a clip. */
  prompt: string;
  /** Prompt written for this clip only, so that changes of the scene's words do not affect the clip. */
  ownPrompt?: string;
  /** Address of the start image. */
  imageUrl: string;
}

/** How a scene's images or clip were made. */
export interface Origin {
  jobId: string;
  /** Addresses of the results; empty while they are being made. */
  urls: string[];
  image?: ImageInputs;
  clip?: ClipInputs;
  /** Id of the image or clip that the result replaces. */
  replaces?: string;
  /** True when a newer image has replaced these results; films skip them unless a creator chooses one. */
  isAside?: boolean;
}

export const originOf = (origins: readonly Origin[], url: string | null): Origin | null =>
  (url !== null && origins.find(({ urls }) => urls.includes(url))) || null;

const hashed = (values: readonly unknown[]): string | undefined => (values.length === 0 ? undefined : hashOf(values));

function castInputs({ cast, wanted, looks }: SentCast): CastInputs {
  const members = cast.map(({ id, kind, name }): MemberInputs => {
    const isOf = (one: { kind: string; name: string }) => one.kind === kind && one.name === name;
    const look = hashed(looks.filter(isOf).map((one) => one.look));
    const pictures = hashed(wanted.filter(isOf).map(({ hash, url }) => hash ?? url));
    return { id, name, ...(look !== undefined && { look }), ...(pictures !== undefined && { pictures }) };
  });
  return { members, others: hashOf(wanted.filter(({ kind }) => kind === 'reference').map(({ url }) => url)) };
}

interface ImageRequest {
  imagePrompt: string;
  model: string;
  style: string | null;
  format: FilmFormat;
  sent: SentCast;
}

export const imageInputs = ({ imagePrompt, model, style, format, sent }: ImageRequest): ImageInputs => ({
  ...{ model, prompt: hashOf(imagePrompt.trim()), style, format },
  ...castInputs(sent),
});

type ClipScene = Pick<Scene, 'videoPrompt' | 'description' | 'title'>;

/** Returns the words that a scene's clip is made from. */
export const clipWords = ({ videoPrompt, description, title }: ClipScene): string =>
  [videoPrompt, description, title].map((words) => words.trim()).find((words) => words !== '') ?? '';

interface ClipRequest extends Pick<ClipInputs, 'modelId' | 'settings' | 'seconds' | 'from' | 'imageUrl'> {
  ownPrompt?: string | undefined;
  scene: ClipScene;
  sent: SentCast;
}

export const clipInputs = ({ scene, sent, ownPrompt, ...clip }: ClipRequest): ClipInputs => ({
  ...{
    modelId: clip.modelId,
    settings: clip.settings,
    seconds: clip.seconds,
    from: clip.from,
    imageUrl: clip.imageUrl,
  },
  prompt: hashOf(clipWords(scene)),
  ...(ownPrompt !== undefined && { ownPrompt }),
  ...castInputs(sent),
});

/** Returns sentences for users that name the changes of a cast since an image or clip was made. */
export function castChanges(before: CastInputs, now: CastInputs): string[] {
  const isCarried = ({ look, pictures }: MemberInputs) => look !== undefined || pictures !== undefined;
  const had = new Map(before.members.map((member) => [member.id, member]));
  const has = new Set(now.members.map(({ id }) => id));
  const changed = now.members.flatMap((member) => {
    const former = had.get(member.id);
    if (!former) return isCarried(member) ? [`${member.name} joined the cast`] : [];
    if (former.pictures !== member.pictures) return [`${member.name}’s images changed`];
    return former.look === member.look ? [] : [`${member.name}’s look changed`];
  });
  const gone = before.members.filter((member) => !has.has(member.id) && isCarried(member));
  return [
    ...changed,
    ...gone.map(({ name }) => `${name} left the cast`),
    ...(before.others === now.others ? [] : ['The reference image changed']),
  ];
}
