import { act } from '@testing-library/react';
import { leaveApp } from './render-app';

/** For each test of a file: time stands still until it is moved. */
export function stopTime(): void {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    leaveApp();
    jest.useRealTimers();
  });
}
export const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
