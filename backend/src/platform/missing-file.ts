/** Whether a file or folder was asked for that is not there. */
export const isMissingFile = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** For `catch`: takes a file or folder that is not there as this instead, and throws whatever else went wrong. */
export const ifMissing =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (isMissingFile(error)) return instead;
    throw error;
  };
