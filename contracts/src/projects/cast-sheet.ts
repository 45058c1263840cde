import { LIMITS } from '../common/limits';
import type { FilmFormat } from '../films/formats';
import type { CastKind, CastMember, CastPicture, StoredCastMember } from './cast';
import { castMembers, withStored } from './scene-cast';
import type { CastOfProject } from './scene-cast';

/** The views from which a sheet shows a member, one image each. */
const VIEWS: Record<CastKind, readonly string[]> = {
  character: [
    'Full body from the front, facing the viewer',
    'Full body from the side, in profile',
    'Close-up portrait of the face',
  ],
  place: ['Wide view from the front', 'Wide view from the side', 'Close-up of a detail'],
  prop: ['Close-up from the front', 'Close-up from the side', 'Close-up of a detail'],
};
/** Number of images in a sheet. */
export const SHEET_IMAGES = 3;

/** People stand upright, while a place needs a wide image. */
const FORMATS: Record<CastKind, FilmFormat> = { character: '4:5', place: '16:9', prop: '1:1' };
const ALONE: Record<CastKind, string> = {
  character: 'Alone in front of a plain background, in even light.',
  place: 'The empty place, in even light.',
  prop: 'Alone in front of a plain background, in even light.',
};

export interface SheetWords {
  /** Description that all images of the sheet share. */
  prompt: string;
  /** Description of the view in each image. */
  views: readonly string[];
  format: FilmFormat;
}

/**
 * Returns the prompts of a sheet.
 * @param style attributes of the project's style
 */
export function sheetWords(
  { kind, name, look }: Pick<CastMember, 'kind' | 'name' | 'look'>,
  style: string | null,
): SheetWords {
  const shown = look === '' ? name : `${name} (${look})`;
  const prompt = [`${shown}.`, ALONE[kind], ...(style === null ? [] : [style])].join(' ');
  return { prompt, views: VIEWS[kind], format: FORMATS[kind] };
}

/** Returns why no sheet of a member can be drawn now, as a message for users; null when one can. */
export function sheetProblem({ name, look, pictures, sheet }: CastMember): string | null {
  if (sheet && sheet.error === null) return `A sheet of ${name} is being drawn.`;
  if (look === '' && pictures.length === 0) return `Say in words how ${name} looks, or add an image first.`;
  const room = LIMITS.picturesPerCastMember - pictures.length;
  if (room >= SHEET_IMAGES) return null;
  const fits = room === 0 ? 'no further image fits' : room === 1 ? 'one fits' : `${room} fit`;
  return `A sheet has ${SHEET_IMAGES} images, and ${fits}. Remove ${SHEET_IMAGES - room} of ${name} first.`;
}

/** Returns the stored cast after a sheet of a member was ordered. */
export function withSheetOrdered(fields: CastOfProject, memberId: string, jobId: string): StoredCastMember[] {
  const member = castMembers(fields).find(({ id }) => id === memberId);
  return member ? withStored(fields.cast, { ...member, sheet: { jobId, error: null } }) : fields.cast;
}

/**
 * Returns the stored cast after a sheet was finished: adds as many of the sheet's images as fit after the member's own
 * pictures.
 */
export function withSheet(cast: StoredCastMember[], jobId: string, drawn: readonly CastPicture[]): StoredCastMember[] {
  const member = cast.find(({ sheet }) => sheet?.jobId === jobId);
  if (!member) return cast;
  const { sheet: _, ...rest } = member;
  const added = drawn.filter(({ hash }) => !member.pictures.some((known) => known.hash === hash));
  const pictures = [...member.pictures, ...added].slice(0, LIMITS.picturesPerCastMember);
  return withStored(cast, { ...rest, pictures });
}

/** Returns the stored cast after a sheet has failed. */
export function withoutSheet(cast: StoredCastMember[], jobId: string, error: string): StoredCastMember[] {
  const member = cast.find(({ sheet }) => sheet?.jobId === jobId);
  return member ? withStored(cast, { ...member, sheet: { jobId, error } }) : cast;
}
