const STEPS = [
  { seconds: 86_400, word: 'd' },
  { seconds: 3_600, word: 'h' },
  { seconds: 60, word: 'min' },
] as const;

/** 7,500 → '2 h 5 min' */
export function ageOf(seconds: number): string {
  const at = STEPS.findIndex((step) => seconds >= step.seconds);
  const big = STEPS[at];
  if (!big) return `${seconds} s`;
  const small = STEPS[at + 1];
  const rest = small ? Math.floor((seconds % big.seconds) / small.seconds) : 0;
  return `${Math.floor(seconds / big.seconds)} ${big.word}${small && rest > 0 ? ` ${rest} ${small.word}` : ''}`;
}
