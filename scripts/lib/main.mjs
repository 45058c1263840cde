const WATCH_MS = 250;

/**
 * Runs a script's body. Prints an error's message without a stack, and sets the exit code to 1.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  endWithParent();
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/**
 * Ends a script started by npm when its parent ends. npm starts scripts through a shell and forwards signals only to
 * that shell, which ends without forwarding them.
 */
function endWithParent() {
  // On Windows an orphan's parent id does not change.
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, WATCH_MS);
  watch.unref();
}
