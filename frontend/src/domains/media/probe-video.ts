/** Reads a clip's length in seconds in the browser. Answers null until it is known, and for good if it can't be read. */
export function probeDuration(file: File): () => number | null {
  let seconds: number | null = null;
  if (typeof URL.createObjectURL !== 'function') return () => null;
  const address = URL.createObjectURL(file);
  const video = document.createElement('video');
  const finish = () => {
    if (Number.isFinite(video.duration)) seconds = video.duration;
    URL.revokeObjectURL(address);
  };
  video.preload = 'metadata';
  video.addEventListener('loadedmetadata', finish, { once: true });
  video.addEventListener('error', finish, { once: true });
  video.src = address;
  return () => seconds;
}
