import { fnv1a } from '../../lib/hash';

/** Maximum number of splits; a shard is not split further than this, whatever its size. */
const MAX_BITS = 16;

/** A subset of all owners: those whose hashes end in the same bits. */
export class OwnerShard {
  private constructor(
    private readonly bits: number,
    private readonly value: number,
  ) {}

  static readonly all = new OwnerShard(0, 0);

  get isAll(): boolean {
    return this.bits === 0;
  }

  has(ownerId: string): boolean {
    return this.bits === 0 || fnv1a(ownerId) % 2 ** this.bits === this.value;
  }

  /** Splits the shard in two; null for a shard that has been split the maximum number of times. */
  split(): [OwnerShard, OwnerShard] | null {
    if (this.bits === MAX_BITS) return null;
    const bits = this.bits + 1;
    return [new OwnerShard(bits, this.value), new OwnerShard(bits, this.value + 2 ** this.bits)];
  }
}
