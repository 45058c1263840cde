import { LIMITS, type Project } from '@storyreel/contracts';
import { characterLines } from '../continuity/midjourney-prompt';

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a text names the project's lead: the first character, by full name or by its first word. */
export function mentionsLead(text: string, characters: string): boolean {
  const lead = characterLines(characters)[0]?.name;
  if (!lead) return false;
  const names = [lead, lead.split(/\s+/)[0] ?? lead].map(escapeForPattern);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

/** The image prompt that a scene's description makes: its words, the style's look, the reference of the lead. */
export function imagePromptFrom(
  description: string,
  { characters, imageUrl }: Pick<Project, 'characters' | 'imageUrl'>,
  styleAttributes: string | null,
): string {
  const words = description.trim().replace(/\s+/g, ' ');
  const look = styleAttributes?.trim() ? `, ${styleAttributes.trim()}` : '';
  const reference = imageUrl && mentionsLead(description, characters) ? ` --oref ${imageUrl}` : '';
  return `${words}${look}`.slice(0, LIMITS.prompt - reference.length) + reference;
}
