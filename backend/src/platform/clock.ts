/** Time is injected, so that tests decide it. */
export interface Clock {
  now(): Date;
}
export const CLOCK = Symbol('Clock');
export const systemClock: Clock = { now: () => new Date() };
