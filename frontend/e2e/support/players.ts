import type { Locator } from '@playwright/test';

/** Plays a video until its time advances and returns its properties. */
export const played = (video: Locator) =>
  video.evaluate(async (node: HTMLVideoElement) => {
    node.muted = true;
    const moved = new Promise((resolve) => (node.ontimeupdate = () => node.currentTime > 0 && resolve(true)));
    await node.play();
    await moved;
    node.pause();
    return { size: [node.videoWidth, node.videoHeight], captions: node.textTracks.length };
  });
