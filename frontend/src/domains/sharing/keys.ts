export const sharingKeys = { inProject: (projectId: string) => ['/api/projects', projectId, 'links'] as const };
