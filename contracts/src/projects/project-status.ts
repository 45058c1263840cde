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

/** What somebody has written of a project, for others to read: not the words that every project begins with. */
export const writtenWords = ({ title, description }: { title: string; description: string }) => ({
  title: title === NEW_PROJECT.title ? '' : title,
  description: description === NEW_PROJECT.description ? '' : description,
});
