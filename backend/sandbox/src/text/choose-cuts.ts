/** Places that are weighed against each other; a long story has more, and the strongest of each stretch stands for it. */
const MAX_PLACES = 1_200;
/** What one more scene has to be worth. */
const SCENE_PRICE = 0.4;

/** A sentence, as the cutter sees it: how much speaks for a scene that begins with it, and how long it is. */
export interface Cuttable {
  strength: number;
  words: number;
}

/** Where scenes may begin: 0, then indices of sentences, and their number at the end. */
function placesToCut(list: readonly Cuttable[]): number[] {
  const stretch = Math.max(1, Math.ceil(list.length / MAX_PLACES));
  const places = [0];
  for (let from = 1; from < list.length; from += stretch) {
    let best = from;
    for (let at = from + 1; at < Math.min(list.length, from + stretch); at++)
      if ((list[at]?.strength ?? 0) > (list[best]?.strength ?? 0)) best = at;
    places.push(best);
  }
  return [...places, list.length];
}

/**
 * The cuts with the most strength and the most even lengths, by dynamic programming over the places for them; how many
 * there are (from `fewest` to `most` scenes) is part of the choice. Scenes beyond three times the ideal length are not
 * tried. When one endless sentence makes the number impossible, the nearest smaller one that works is taken.
 */
export function chooseCuts(list: readonly Cuttable[], fewest: number, most: number, ideal: number): number[] {
  const places = placesToCut(list);
  const sums = [0];
  for (const { words } of list) sums.push((sums.at(-1) ?? 0) + words);
  const wordsTo = places.map((place) => sums[place] ?? 0);
  const strengthAt = places.map((place) => (place === 0 ? 0 : (list[place]?.strength ?? 0)));
  const last = places.length - 1;

  let costs = places.map((place) => (place === 0 ? 0 : Infinity));
  const parents: number[][] = [];
  const totals: number[] = [];
  for (let scene = 1; scene <= most; scene++) {
    const next = places.map(() => Infinity);
    const parent = places.map(() => 0);
    for (let end = scene; end <= last; end++) {
      for (let start = end - 1; start >= scene - 1; start--) {
        const length = (wordsTo[end] ?? 0) - (wordsTo[start] ?? 0);
        if (end - start > 1 && length > ideal * 3 + 40) break;
        const cost = (costs[start] ?? Infinity) + unevenness(length / ideal) - (strengthAt[start] ?? 0);
        if (cost < (next[end] ?? Infinity)) {
          next[end] = cost;
          parent[end] = start;
        }
      }
    }
    parents.push(parent);
    costs = next;
    totals.push((next[last] ?? Infinity) + scene * SCENE_PRICE);
  }

  const cheapest = Math.min(...totals.slice(fewest - 1));
  const scenes =
    1 + (cheapest < Infinity ? totals.lastIndexOf(cheapest) : totals.findLastIndex((total) => total < Infinity));
  const cuts: number[] = [];
  let end = last;
  for (const parent of parents.slice(0, scenes).reverse()) {
    end = parent[end] ?? 0;
    if (end > 0) cuts.unshift(places[end] ?? 0);
  }
  return cuts;
}

const unevenness = (ratio: number): number => (ratio > 1 ? (ratio - 1) ** 2 * 2.2 : (1 - ratio) ** 2 * 2.6);
