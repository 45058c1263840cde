import { cutText, isBlank, lengthOf } from '../common/text';

export const PROJECT_STATUSES = ['draft', 'in-progress', 'complete'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];
export const PROJECT_STATUS_LABELS: Record<ProjectStatus, string> = {
  draft: 'Draft',
  'in-progress': 'In Progress',
  complete: 'Complete',
};

export const NEW_PROJECT = {
  title: 'Untitled Project',
  description: 'A new story waiting to be created',
  status: 'draft',
} as const;

/** Returns the user's own title and description for readers, without a new project's defaults. */
export const writtenWords = ({ title, description }: { title: string; description: string }) => ({
  title: title === NEW_PROJECT.title ? '' : title,
  description: description === NEW_PROJECT.description ? '' : description,
});

/** Maximum characters of a title that can be read at a glance. */
const AT_MOST = 60;
/** Characters of a story that are searched for a title. */
const LOOKED_AT = 2_000;
const SENTENCE = /^.*?[.!?…。！？](?=["'”’»」』)]*(?:\s|$|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}))/u;
const AT_THE_EDGES = /^[\s#*_>"“„«「『]+|[\s*_"”»」』.,;:。、…-]+$/gu;

/** Returns the default title of a story: its heading, or the beginning of its first sentence. */
export function titleFromStory(story: string): string {
  const line = story
    .slice(0, LOOKED_AT)
    .split('\n')
    .find((each) => !isBlank(each.replace(AT_THE_EDGES, '')));
  if (line === undefined) return NEW_PROJECT.title;
  const sentence = (SENTENCE.exec(line.trim())?.[0] ?? line).replace(AT_THE_EDGES, '');
  if (lengthOf(sentence) <= AT_MOST) return sentence || NEW_PROJECT.title;
  const cut = cutText(sentence, AT_MOST - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > AT_MOST / 3 ? cut.slice(0, space) : cut).replace(AT_THE_EDGES, '')}…`;
}

/**
 * Returns true while the user has not named the project: its title is still a new project's, or derived from its story.
 */
export const isTitleOfItself = ({ title, story }: { title: string; story: string }): boolean =>
  title === NEW_PROJECT.title || title === titleFromStory(story);
