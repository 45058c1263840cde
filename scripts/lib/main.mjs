const WATCH_MS = 250;

/**
 * Runs a script's body. What it throws is printed as one message, without a stack, and the exit code is 1.
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
 * npm starts a script through a shell and passes signals on to that shell alone, which ends without a word to the
 * script. So a script that npm has started takes the end of its parent for the signal that did not reach it.
 */
function endWithParent() {
  // On Windows nobody inherits an orphan, and the number of its parent stays the same.
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, WATCH_MS);
  watch.unref();
}
