import { act } from '@testing-library/react';
import { leaveApp } from './render-app';

/** Stops time for each test of a file; only the test advances it. */
export function stopTime(): void {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    leaveApp();
    jest.useRealTimers();
  });
}
export const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
