import { createHash } from 'node:crypto';

/** Merkle trees as in RFC 6962, section 2.1: SHA-256, with different prefixes for leaves and nodes. */
const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (data: string | Uint8Array): Buffer => sha256(LEAF, data);
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);
const EMPTY = sha256();

/** Computes the root of a growing list; its memory grows with the logarithm of the list's length. */
export class MerkleRoot {
  size = 0;
  /** Roots of the complete subtrees, the largest first. */
  private readonly peaks: Buffer[] = [];

  push(data: string | Uint8Array): void {
    this.pushHash(leafHash(data));
  }

  /** Adds a leaf by its hash. */
  pushHash(leaf: Buffer): void {
    let hash = leaf;
    for (let size = this.size; size % 2 === 1; size = (size - 1) / 2) hash = nodeHash(this.peaks.pop() ?? EMPTY, hash);
    this.peaks.push(hash);
    this.size += 1;
  }

  /** Returns the root in hexadecimal. */
  root(): string {
    const whole = this.peaks.reduceRight<Buffer | null>((right, left) => (right ? nodeHash(left, right) : left), null);
    return (whole ?? EMPTY).toString('hex');
  }
}

function rootOf(hashes: readonly Uint8Array[], from: number, to: number): Uint8Array {
  const [only] = hashes.slice(from, from + 1);
  if (to - from === 1 && only) return only;
  const middle = from + leftSize(to - from);
  return nodeHash(rootOf(hashes, from, middle), rootOf(hashes, middle, to));
}

/** Returns the size of the left subtree: the largest power of two below the size. */
const leftSize = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1);

/**
 * Returns the hashes, in hexadecimal, that are combined with a leaf's hash on the way to the root, beginning with the
 * leaf's neighbour.
 */
export function inclusionProof(leaves: readonly (string | Uint8Array)[], index: number): string[] {
  if (!(index >= 0 && index < leaves.length)) throw new RangeError(`There is no leaf ${index} of ${leaves.length}.`);
  const hashes = leaves.map(leafHash);
  const path: string[] = [];
  for (let from = 0, to = hashes.length; to - from > 1;) {
    const middle = from + leftSize(to - from);
    const isLeft = index < middle;
    const other = isLeft ? rootOf(hashes, middle, to) : rootOf(hashes, from, middle);
    path.unshift(Buffer.from(other).toString('hex'));
    if (isLeft) to = middle;
    else from = middle;
  }
  return path;
}

/** A leaf's place in a tree, and the hashes combined with it on the way to the root. */
interface Inclusion {
  index: number;
  size: number;
  path: readonly string[];
}

/** Returns the root that results from a proof, in hexadecimal; null for a proof with too few or too many hashes. */
export function rootByProof(data: string | Uint8Array, { index, size, path }: Inclusion): string | null {
  let hash: Uint8Array = leafHash(data);
  let last = size - 1;
  let place = index;
  for (const step of path) {
    if (last === 0) return null;
    const other = Buffer.from(step, 'hex');
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(other, hash);
      // A subtree without a right neighbour moves up to the level where it has a left neighbour.
      for (; place % 2 === 0 && place !== 0; last = Math.floor(last / 2)) place /= 2;
    } else hash = nodeHash(hash, other);
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? Buffer.from(hash).toString('hex') : null;
}
