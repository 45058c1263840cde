import { referencesOf } from '../models/catalogue';
import type { CastMember, SentPicture } from '../projects/cast';
import type { ProjectFields } from '../projects/project';
import { castMembers, castPattern, sceneCast } from '../projects/scene-cast';
import type { CastOfProject, SceneWords } from '../projects/scene-cast';
import type { ClipSource } from './jobs';

/** How a model accepts reference pictures. */
export type ReferenceInput = NonNullable<ReturnType<typeof referencesOf>>;

/**
 * A picture that a request should contain. The hash of a picture given by its address is only known once the picture
 * has been read.
 */
export interface WantedPicture extends Omit<SentPicture, 'hash'> {
  hash: string | null;
}

/** A member's description in words, for a prompt. */
export interface CastWords {
  kind: CastMember['kind'];
  name: string;
  look: string;
}

const OREF = /\s--oref\s+(\S+)/gu;

/** Returns the addresses after the --oref switches of a prompt. */
export const referencesIn = (prompt: string): string[] =>
  Array.from(` ${prompt}`.matchAll(OREF), ([, url = '']) => url);

export interface ReferenceSources {
  /** Members that the scene shows. */
  cast: readonly CastMember[];
  /**
   * The project's first character, which the project's reference image shows; null when the project has no character.
   */
  lead: CastMember | null;
  /** The project's reference image. */
  imageUrl: string | null;
  prompt: string;
}

/**
 * Returns at most `most` pictures for a request, each address once: first a picture of each member, so that nobody is
 * left out, then references that the prompt gives by address, then further pictures of the members in turn.
 */
export function wantedPictures({ cast, lead, imageUrl, prompt }: ReferenceSources, most: number): WantedPicture[] {
  const turns = Math.max(0, ...cast.map(({ pictures }) => pictures.length));
  const inTurn = Array.from({ length: turns }, (_, turn) =>
    cast.flatMap(({ name, kind, pictures }): WantedPicture[] => {
      const picture = pictures[turn];
      return picture ? [{ name, kind, url: picture.url, hash: picture.hash }] : [];
    }),
  );
  const [first = [], ...others] = inTurn;
  const isLeadShown = lead !== null && cast.some(({ id }) => id === lead.id);
  const given = referencesIn(prompt).map((url): WantedPicture => {
    const isOfLead = isLeadShown && url === imageUrl;
    return isOfLead
      ? { name: lead.name, kind: lead.kind, url, hash: null }
      : { name: 'Reference', kind: 'reference', url, hash: null };
  });
  const ofProject: WantedPicture[] =
    isLeadShown && imageUrl !== null ? [{ name: lead.name, kind: lead.kind, url: imageUrl, hash: null }] : [];
  const all = [...first, ...given, ...ofProject, ...others.flat()];
  return all.filter(({ url }, at) => all.findIndex((other) => other.url === url) === at).slice(0, most);
}

/** The cast of a scene as a request sends it. */
export interface SentCast {
  /** Members that the scene shows. */
  cast: CastMember[];
  wanted: WantedPicture[];
  /** Members without a picture in the request. */
  looks: CastWords[];
}

/** Returns the cast for a request: at most `most` pictures, and descriptions of all members without a picture. */
export function sentCast(
  fields: CastOfProject & Pick<ProjectFields, 'imageUrl'>,
  scene: SceneWords,
  prompt: string,
  most: number,
): SentCast {
  const members = castMembers(fields);
  const cast = sceneCast(scene, members);
  const lead = members.find(({ kind }) => kind === 'character') ?? null;
  const wanted = wantedPictures({ cast, lead, imageUrl: fields.imageUrl, prompt }, most);
  // A member with a picture needs no description: one that differs from the picture would confuse the model. For the
  // same reason, a changed description alone leaves such images up to date.
  const shown = new Set(wanted.map(({ name }) => name));
  const looks = cast
    .filter(({ name, look }) => look !== '' && !shown.has(name))
    .map(({ kind, name, look }) => ({ kind, name, look }));
  return { cast, wanted, looks };
}

/**
 * Returns the pictures of the cast for a clip: sent beside its first frame, or instead of it if the creator chose so.
 * Undefined when the model does not accept pictures in this way.
 */
export function clipReferences(
  { modelId, seconds }: { modelId: string; seconds: number },
  from: ClipSource,
  format: string,
): ReferenceInput | undefined {
  const takes = referencesOf(modelId);
  const isTaken = takes && (!takes.only || (takes.only.format === format && takes.only.seconds === seconds));
  return isTaken && (takes.besidesFirstFrame || from === 'cast') ? takes : undefined;
}

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}{3,}/gu));
const share = (one: string, other: string): boolean => {
  const known = words(other);
  return [...words(one)].some((word) => known.has(word));
};

/**
 * Inserts the looks of the cast into a prompt: in brackets after the first mention of the name, where it replaces an
 * earlier look, or at the end for members that the prompt does not name.
 */
export function withLooks(prompt: string, cast: readonly CastWords[]): string {
  let text = prompt;
  const others: string[] = [];
  for (const member of cast) {
    if (member.look === '') continue;
    const found = castPattern(member, 'iu').exec(text);
    if (found === null) {
      others.push(`${member.name} (${member.look})`);
      continue;
    }
    const end = found.index + found[0].length;
    const bracket = /^\s*\(([^()]*)\)/u.exec(text.slice(end));
    const kept = bracket && !share(bracket[1] ?? '', member.look) ? `${bracket[1]}; ` : '';
    text = `${text.slice(0, end)} (${kept}${member.look})${text.slice(end + (bracket?.[0].length ?? 0))}`;
  }
  return others.length === 0 ? text : `${text.replace(/[\s.]+$/u, '')}. With ${others.join(', ')}.`;
}

/** Says what each picture shows: 'Picture 1 shows Mara, picture 2 the harbour.' */
export const pictureWords = (sent: readonly Pick<SentPicture, 'name' | 'kind'>[]): string =>
  sent.length === 0
    ? ''
    : `Keep to the reference pictures: ${sent
        .map(({ name, kind }, at) => `picture ${at + 1} ${kind === 'reference' ? 'is a reference' : `shows ${name}`}`)
        .join(', ')}.`;
