/** Seconds as people read them: '4.5 s'. */
export const secondsWords = (seconds: number): string => `${Math.round(seconds * 10) / 10} s`;

/** The length of a film: '1:05'. */
export function filmLength(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
