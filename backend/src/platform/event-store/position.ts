import type { Position } from './event-store';

/** The digits of the largest 64-bit number, so that text order is number order. */
const DIGITS = 20;

export const toPosition = (place: bigint | string): Position => String(place).padStart(DIGITS, '0') as Position;

export const fromPosition = (position: Position): bigint => BigInt(position);
