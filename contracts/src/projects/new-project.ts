import { titleOfStory } from '../writing/titles';

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

/** Returns the title and description that the user wrote; a new project's default texts are left out. */
export const writtenWords = ({ title, description }: { title: string; description: string }) => ({
  title: title === NEW_PROJECT.title ? '' : title,
  description: description === NEW_PROJECT.description ? '' : description,
});

/** Returns the title that a story gives its project: the story's heading, or the beginning of its first sentence. */
export const titleFromStory = (story: string): string => titleOfStory(story) || NEW_PROJECT.title;

/**
 * Returns true while the user has not named the project: its title is the default title, or the one derived from its
 * story.
 */
export const isTitleOfItself = ({ title, story }: { title: string; story: string }): boolean =>
  title === NEW_PROJECT.title || title === titleFromStory(story);
