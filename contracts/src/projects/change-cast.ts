import { LIMITS } from '../common/limits';
import type { CastChange, CastKind, CastMember, CastPicture, LibraryLink, LibraryMember } from './cast';
import type { ProjectFields } from './project';
import { castMembers, sameCastName, TEXT_OF_KIND, withCastLine, withStored } from './scene-cast';
import type { CastOfProject } from './scene-cast';

/** Fields of a project that hold its cast. */
export type CastFields = Partial<Pick<ProjectFields, 'cast' | 'characters' | 'environment' | 'props' | 'voices'>>;

/** A change that is ready to be applied: a new picture is stored and hashed, and a library entry has been read. */
export type DecidedCastChange =
  | Exclude<CastChange, { action: 'addPicture' | 'take' | 'keepMine' }>
  | { action: 'addPicture'; memberId: string; picture: CastPicture }
  | { action: 'take'; memberId?: string | undefined; entry: LibraryMember }
  | { action: 'keepMine' | 'keep'; memberId: string; library: LibraryLink };

/** Refuses a change of the cast; the message tells users why. */
export class CastRefusal extends Error {
  constructor(
    readonly code: 'bad_request' | 'conflict' | 'limit_reached' | 'not_found',
    message: string,
  ) {
    super(message);
  }
}

const NAME_PROBLEM = 'A name has at most six words, without commas, colons or full stops.';
const gone = (): CastRefusal => new CastRefusal('not_found', 'Not found.');

/** @throws CastRefusal when another member of the kind has the name */
function checkName(members: readonly CastMember[], kind: CastKind, name: string, own?: CastMember): void {
  const other = members.find((one) => one !== own && one.kind === kind && sameCastName(one.name, name));
  if (other) throw new CastRefusal('conflict', `There is a ${kind} named “${other.name}” already.`);
}

/**
 * Finds a member by name after its words changed.
 * @throws CastRefusal when its line can no longer be read as a member
 */
function named(fields: CastOfProject, kind: CastKind, name: string): CastMember {
  const member = castMembers(fields).find((one) => one.kind === kind && sameCastName(one.name, name));
  if (!member) throw new CastRefusal('bad_request', NAME_PROBLEM);
  return member;
}

function picturesAfter({ pictures }: CastMember, change: DecidedCastChange): CastPicture[] {
  if (change.action === 'addPicture') {
    if (pictures.some(({ hash }) => hash === change.picture.hash)) return pictures;
    if (pictures.length >= LIMITS.picturesPerCastMember)
      throw new CastRefusal(
        'limit_reached',
        `There can be at most ${LIMITS.picturesPerCastMember} pictures. Remove one first.`,
      );
    return [...pictures, change.picture];
  }
  if (change.action !== 'removePicture' && change.action !== 'lead') return pictures;
  const picture = pictures.find(({ id }) => id === change.pictureId);
  if (!picture) throw gone();
  const others = pictures.filter((one) => one !== picture);
  return change.action === 'lead' ? [picture, ...others] : others;
}

/** Renames a member: a character keeps its voice, and every member its pictures. */
function renamed(
  fields: CastOfProject,
  member: CastMember,
  next: { name: string; look: string },
  used: ReadonlySet<string>,
): CastFields {
  const field = TEXT_OF_KIND[member.kind];
  const text = withCastLine(fields[field], member.name, next);
  if (next.name === member.name) return { [field]: text };
  // Scenes refer to members by id, and only a stored member keeps its id when it is renamed.
  const isKept = used.has(member.id) || fields.cast.some(({ id }) => id === member.id);
  const cast = isKept ? withStored(fields.cast, { ...member, name: next.name }) : fields.cast;
  const voices = fields.voices.map((voice) =>
    member.kind === 'character' && voice.speaker === member.name ? { ...voice, speaker: next.name } : voice,
  );
  return { [field]: text, cast, voices };
}

/** Returns the fields with a member as in the library, including its name and look. */
function taken(
  fields: CastOfProject,
  members: readonly CastMember[],
  member: CastMember | undefined,
  { id, version, kind, name, look, pictures }: LibraryMember,
  used: ReadonlySet<string>,
): { memberId: string; fields: CastFields } {
  if (member && member.kind !== kind) throw new CastRefusal('conflict', `The library's entry is a ${kind}.`);
  checkName(members, kind, name, member);
  const field = TEXT_OF_KIND[kind];
  const words = member
    ? renamed(fields, member, { name, look }, used)
    : { [field]: withCastLine(fields[field], null, { name, look }) };
  const after = { ...fields, ...words };
  const shown = named(after, kind, name);
  const cast = withStored(after.cast, { ...shown, pictures, library: { id, version } });
  return { memberId: shown.id, fields: { ...words, cast } };
}

function checkLimits({ cast = [], ...texts }: CastFields): void {
  if (cast.length > LIMITS.castMembers)
    throw new CastRefusal(
      'limit_reached',
      `At most ${LIMITS.castMembers} characters, places and props of a project can have pictures.`,
    );
  const isLong = [texts.characters, texts.environment, texts.props].some(
    (text) => text !== undefined && [...text].length > LIMITS.continuity,
  );
  if (isLong)
    throw new CastRefusal('limit_reached', `Continuity details can have at most ${LIMITS.continuity} characters.`);
}

/**
 * Returns the fields after a change.
 * @param used ids to which scenes refer
 * @throws CastRefusal
 */
export function changedCast(
  fields: CastOfProject,
  change: DecidedCastChange,
  used: ReadonlySet<string>,
): { memberId: string; fields: CastFields } {
  const members = castMembers(fields);
  const checked = (memberId: string, changed: CastFields) => {
    checkLimits(changed);
    return { memberId, fields: changed };
  };
  if (change.action === 'add') {
    const { kind, look } = change;
    const name = change.name.trim();
    checkName(members, kind, name);
    const text = withCastLine(fields[TEXT_OF_KIND[kind]], null, { name, look });
    const added = named({ ...fields, [TEXT_OF_KIND[kind]]: text }, kind, name);
    return checked(added.id, { [TEXT_OF_KIND[kind]]: text });
  }
  const member = members.find(({ id }) => id === change.memberId);
  if (change.action === 'take' && (member || change.memberId === undefined)) {
    const { memberId, fields: changed } = taken(fields, members, member, change.entry, used);
    return checked(memberId, changed);
  }
  if (!member || change.action === 'take') throw gone();
  if (change.action === 'edit') {
    const next = { name: change.name?.trim() ?? member.name, look: change.look ?? member.look };
    checkName(members, member.kind, next.name, member);
    const changed = renamed(fields, member, next, used);
    named({ ...fields, ...changed }, member.kind, next.name);
    return checked(member.id, changed);
  }
  if (change.action === 'remove') {
    const field = TEXT_OF_KIND[member.kind];
    return checked(member.id, { [field]: withCastLine(fields[field], member.name, null) });
  }
  if (change.action === 'keep' || change.action === 'keepMine')
    return checked(member.id, { cast: withStored(fields.cast, { ...member, library: change.library }) });
  const pictures = picturesAfter(member, change);
  return checked(member.id, { cast: withStored(fields.cast, { ...member, pictures }) });
}
