/** Seconds as people read them: '4.5 s'. */
export const secondsWords = (seconds: number): string => `${Math.round(seconds * 10) / 10} s`;
