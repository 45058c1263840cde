/** Contract violations by the fakes or their callers since the last call of `takeLies`. */
let lies: string[] = [];

/** Collects violations until the test ends, since an error thrown here would be caught by the code under test. */
export function reportLie(about: string, problems: readonly string[]): void {
  const test = expect.getState().currentTestName ?? 'outside a test';
  lies.push(...problems.map((problem) => `${about}: ${problem} (in '${test}')`));
}

export function takeLies(): string[] {
  const told = lies;
  lies = [];
  return told;
}
