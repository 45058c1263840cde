import type { CastKind, CastMember, StoredCastMember } from './cast';
import type { ProjectFields } from './project';
import type { Scene } from './scene';

/** Defined here rather than beside the schema, so that screens need not load zod. */
export const CAST_KINDS = ['character', 'place', 'prop'] as const;

type CastTexts = Pick<ProjectFields, 'characters' | 'environment' | 'props'>;
export type CastOfProject = CastTexts & Pick<ProjectFields, 'cast' | 'voices'>;

/** The text of the continuity details that contains the lines of each kind's members. */
export const TEXT_OF_KIND = { character: 'characters', place: 'environment', prop: 'props' } as const satisfies Record<
  CastKind,
  keyof CastTexts
>;

export interface CastLine {
  /** Index of the line in the text, from 0. */
  at: number;
  name: string;
  look: string;
}

const MOST_LETTERS = 60;
const MOST_WORDS = 6;
const BULLET = /^\s*(?:[-*•–]\s+)?/u;
/** Matches punctuation of sentences and of lists of details. A line with it in place of a name names no member. */
const NO_NAME = /[,;!?:]|\p{L}{4,}\.(?:\s|$)|\s\.$/u;

const isName = (name: string): boolean =>
  name !== '' && [...name].length <= MOST_LETTERS && name.split(/\s+/u).length <= MOST_WORDS && !NO_NAME.test(name);

/** Returns a key by which names are compared: names that differ only in case or white space mean the same member. */
const keyOf = (name: string): string => name.trim().toLowerCase().replace(/\s+/gu, ' ');

/**
 * Returns the lines that name a member: 'Mara: tall, red coat', or 'Mara' alone. Of several lines with the same name,
 * only the first counts.
 */
export function castLines(text: string): CastLine[] {
  const found = new Map<string, CastLine>();
  for (const [at, line] of text.split('\n').entries()) {
    const words = line.replace(BULLET, '');
    const colon = words.indexOf(':');
    const name = (colon < 0 ? words : words.slice(0, colon)).trim();
    if (!isName(name) || found.has(keyOf(name))) continue;
    found.set(keyOf(name), { at, name, look: colon < 0 ? '' : words.slice(colon + 1).trim() });
  }
  return [...found.values()];
}

const lineOf = (name: string, look: string): string => (look === '' ? name : `${name}: ${look}`);
const oneLine = (words: string): string => words.replace(/\s+/gu, ' ').trim();

/**
 * Replaces the line of the member called `former` with a member's line, or adds the line at the end; without a member,
 * removes the line of `former`.
 */
export function withCastLine(
  text: string,
  former: string | null,
  member: { name: string; look: string } | null,
): string {
  const lines = text === '' ? [] : text.split('\n');
  const known = former === null ? undefined : castLines(text).find(({ name }) => keyOf(name) === keyOf(former));
  const line = member === null ? [] : [lineOf(oneLine(member.name), oneLine(member.look))];
  if (known) lines.splice(known.at, 1, ...line);
  else lines.push(...line);
  return lines.join('\n');
}

const idFrom = (kind: CastKind, name: string): string =>
  `${kind}-${keyOf(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/gu, '')}`;

/**
 * Returns an id that no other member has. The name alone does not suffice, since a renamed member keeps the id of its
 * first name.
 */
function freeId(kind: CastKind, name: string, stored: readonly StoredCastMember[]): string {
  const id = idFrom(kind, name);
  const taken = new Set(stored.map((member) => member.id));
  for (let at = 1; ; at++) {
    const next = at === 1 ? id : `${id}-${at}`;
    if (!taken.has(next)) return next;
  }
}

/**
 * Returns the characters, places and props of a project, in the order of its texts. A stored member without a line is
 * left out; it returns with its pictures when the line does.
 */
export function castMembers({ cast, voices, ...texts }: CastOfProject): CastMember[] {
  return CAST_KINDS.flatMap((kind) =>
    castLines(texts[TEXT_OF_KIND[kind]]).map(({ name, look }): CastMember => {
      const stored = cast.find((member) => member.kind === kind && keyOf(member.name) === keyOf(name));
      const voice = kind === 'character' ? voices.find(({ speaker }) => keyOf(speaker) === keyOf(name))?.voice : null;
      const id = stored?.id ?? freeId(kind, name, cast);
      return { id, kind, name, look, voice: voice ?? null, pictures: stored?.pictures ?? [], ...restOf(stored) };
    }),
  );
}

const restOf = ({ library, sheet }: Pick<StoredCastMember, 'library' | 'sheet'> = {}) => ({
  ...(library && { library }),
  ...(sheet && { sheet }),
});

export const sameCastName = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

const absent = (lines: readonly CastLine[], others: readonly CastLine[]): CastLine[] =>
  lines.filter(({ name }) => !others.some((other) => sameCastName(other.name, name)));

/**
 * Returns the stored cast after an edit of the texts. A member counts as renamed if its line stayed the same apart from
 * the name; a text that was rewritten as a whole renames nobody.
 * @param used ids to which scenes refer
 */
export function castAfterTexts(
  before: CastOfProject,
  texts: Partial<CastTexts>,
  used: ReadonlySet<string>,
): StoredCastMember[] {
  const members = castMembers(before);
  return CAST_KINDS.reduce<StoredCastMember[]>((stored, kind) => {
    const field = TEXT_OF_KIND[kind];
    const [old, now] = [castLines(before[field]), castLines(texts[field] ?? before[field])];
    const [[gone, ...goneToo], [come, ...comeToo]] = [absent(old, now), absent(now, old)];
    if (!gone || !come || goneToo.length + comeToo.length > 0) return stored;
    const isRenamed = gone.look === come.look && (gone.look !== '' || gone.at === come.at);
    const member = members.find((one) => one.kind === kind && sameCastName(one.name, gone.name));
    const isTaken = stored.some((one) => one.kind === kind && sameCastName(one.name, come.name));
    if (!isRenamed || !member || isTaken) return stored;
    const isStored = stored.some(({ id }) => id === member.id);
    return isStored || used.has(member.id) ? withStored(stored, { ...member, name: come.name }) : stored;
  }, before.cast);
}

/** Returns the stored members with this one replaced or added. */
export function withStored(
  stored: readonly StoredCastMember[],
  { id, kind, name, pictures, ...rest }: StoredCastMember,
): StoredCastMember[] {
  const member = { id, kind, name, pictures, ...restOf(rest) };
  return stored.some((one) => one.id === id)
    ? stored.map((one) => (one.id === id ? member : one))
    : [...stored, member];
}

/** Words before a name that do not identify it: a text names 'The Keeper' by 'Keeper', but not by 'the'. */
const BEFORE_NAMES = new Set(
  'a an the old young little big mr mrs ms miss dr sir lady lord captain king queen prince princess uncle aunt'.split(
    ' ',
  ),
);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
/** Letters of scripts without spaces between words, in which a name may be part of a longer run of letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Returns the forms by which a text may name a member: for a character also the first name, for a place only the whole
 * name.
 */
function formsOf({ kind, name }: Pick<CastMember, 'kind' | 'name'>): string[] {
  const words = name.split(/\s+/u);
  const bare = words.findIndex((word) => !BEFORE_NAMES.has(word.toLowerCase().replace(/\.$/u, '')));
  const own = bare < 0 ? words : words.slice(bare);
  return kind === 'character' ? [name, own[0] ?? name] : [name, own.join(' ')];
}

/** Builds a pattern that matches a member's names as whole words of a text. */
export function castPattern(member: Pick<CastMember, 'kind' | 'name'>, flags = 'iu'): RegExp {
  const forms = [...new Set(formsOf(member))].sort((a, b) => b.length - a.length).map(escaped);
  const [before, after] = UNSPACED.test(member.name) ? ['', ''] : ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];
  return new RegExp(`${before}(?:${forms.join('|')})${after}`, flags);
}

export type SceneWords = Pick<Scene, 'cast' | 'sourceText' | 'description'> &
  Partial<Pick<Scene, 'title' | 'imagePrompt'>>;

/** Returns the members that a scene shows: those chosen for it, otherwise those named in its words. */
export function sceneCast(
  { cast, sourceText, description, title = '', imagePrompt = '' }: SceneWords,
  members: readonly CastMember[],
): CastMember[] {
  if (cast !== null) return members.filter(({ id }) => cast.includes(id));
  const words = [sourceText, title, description, imagePrompt].join('\n');
  return members.filter((member) => castPattern(member).test(words));
}
