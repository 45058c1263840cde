import { fnv1a } from '../../lib/hash';

/** Splits go no deeper: what is left then is kept, however large. */
const MAX_BITS = 16;

/** Some of all owners: those whose spread ends in the same bits. */
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

  /** Null when it is as small as shards get. */
  split(): [OwnerShard, OwnerShard] | null {
    if (this.bits === MAX_BITS) return null;
    const bits = this.bits + 1;
    return [new OwnerShard(bits, this.value), new OwnerShard(bits, this.value + 2 ** this.bits)];
  }
}
