/** Contract violations of the fakes or their callers since the last read. */
let lies: string[] = [];

/** Collected until the test ends: an error thrown here would be caught by the code under test. */
export function reportLie(about: string, problems: readonly string[]): void {
  const test = expect.getState().currentTestName ?? 'outside a test';
  lies.push(...problems.map((problem) => `${about}: ${problem} (in '${test}')`));
}

export function takeLies(): string[] {
  const told = lies;
  lies = [];
  return told;
}
