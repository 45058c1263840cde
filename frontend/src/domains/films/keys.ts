export const filmKeys = {
  of: (projectId: string | null) => ['/api/projects', projectId ?? '', 'films'] as const,
};
