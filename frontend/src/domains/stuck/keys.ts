export const stuckKeys = { all: ['/api/runs/stuck'] as const };
