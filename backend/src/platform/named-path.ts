/**
 * For `catch`: an error of the system that names no file, such as that of a full disk, gets the name that its reader knows.
 */
export const namedPath =
  (path: string) =>
  (error: unknown): never => {
    if (error instanceof Error || (typeof error === 'object' && error !== null)) {
      const known = error as { code?: unknown; path?: unknown };
      if (typeof known.code === 'string' && known.path === undefined) known.path = path;
    }
    throw error;
  };
