/** What the fakes have said or taken that the contracts do not allow, since it was last asked for. */
let lies: string[] = [];

/** Kept until the test ends: what is thrown in here would be caught by the code under test. */
export function reportLie(about: string, problems: readonly string[]): void {
  const test = expect.getState().currentTestName ?? 'outside a test';
  lies.push(...problems.map((problem) => `${about}: ${problem} (in '${test}')`));
}

export function takeLies(): string[] {
  const told = lies;
  lies = [];
  return told;
}
