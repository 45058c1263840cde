import type { PictureSize } from '@storyreel/contracts';
import { useEffect, useState } from 'react';

interface Measured {
  url: string;
  size: PictureSize | null;
}

/** Reads the size of an image by loading it; undefined while loading, null for an image that cannot be shown. */
export function usePictureSize(url: string): PictureSize | null | undefined {
  const [measured, setMeasured] = useState<Measured | null>(null);
  useEffect(() => {
    const image = new Image();
    const tell = (size: PictureSize | null) => setMeasured({ url, size });
    image.onload = () => tell({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => tell(null);
    image.src = url;
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [url]);
  return measured?.url === url ? measured.size : undefined;
}
