import { Inject, Injectable } from '@nestjs/common';
import type { Charge } from '@storyreel/contracts';
import { CLOCK, type Clock } from '../../platform/clock';
import { keyOfMediaUrl, MediaStore } from '../../platform/storage';

/** As long as somebody looks at a charge; opened again, it has new addresses. */
const OPEN_MS = 15 * 60_000;

/** What was made is its owner's: whoever else looks at the charge is given addresses that open it for a while. */
@Injectable()
export class OpenedAssets {
  constructor(
    @Inject(MediaStore) private readonly media: MediaStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  of(charge: Charge): Charge {
    const until = new Date(this.clock.now().getTime() + OPEN_MS);
    return {
      ...charge,
      assets: charge.assets.map((asset) => {
        const key = keyOfMediaUrl(asset.url);
        return key === null ? asset : { ...asset, url: this.media.shareUrlOf(key, until) };
      }),
    };
  }
}
