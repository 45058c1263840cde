import type { Position } from './event-store';

/** The digits of the largest 64-bit number, so that text order is number order. */
const DIGITS = 20;

export const toPosition = (place: bigint | string): Position => String(place).padStart(DIGITS, '0') as Position;

export const fromPosition = (position: Position): bigint => BigInt(position);

const POSITION = /^[0-9]{1,40}(:[0-9]{1,40})?$/;

/** Whether a text from outside can be a position of any of the stores. */
export const isPosition = (text: string): text is Position => POSITION.test(text);
