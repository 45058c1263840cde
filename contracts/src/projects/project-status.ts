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
