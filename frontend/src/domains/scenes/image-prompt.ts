import { withReference, withStyle, type Project } from '@storyreel/contracts';

/** The image prompt that a scene's description makes: its words, the style's look, the reference of the lead. */
export function imagePromptFrom(
  description: string,
  project: Pick<Project, 'characters' | 'imageUrl'>,
  styleAttributes: string | null,
): string {
  const words = description.trim().replace(/\s+/g, ' ');
  return withReference(withStyle(words, styleAttributes), description, project);
}
