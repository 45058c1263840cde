const MIN_CARD = 176;
const CARD_GAP = 16;
const AT_LEAST = 2;
const AT_MOST = 5;

/** How many cards stand side by side in so many pixels: two on a phone, five on a desk. */
export const columnsIn = (width: number): number =>
  Math.min(AT_MOST, Math.max(AT_LEAST, Math.floor((width + CARD_GAP) / (MIN_CARD + CARD_GAP))));
