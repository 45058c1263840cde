const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** No place has taken the files: left alone, the browser opens them in the place of this page. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !carriesFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}

/** Keeps this page when a file is dropped where none is taken, as beside an upload or onto a text. Returns what ends that. */
export function refuseStrayDrops(): () => void {
  const kinds = ['dragover', 'drop'] as const;
  for (const kind of kinds) window.addEventListener(kind, refuse);
  return () => kinds.forEach((kind) => window.removeEventListener(kind, refuse));
}
