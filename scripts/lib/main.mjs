/**
 * Runs a script's body. What it throws is printed as one message, without a stack, and the exit code is 1.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
