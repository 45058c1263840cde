import { useState, type DragEvent } from 'react';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/**
 * A place to drop files on; only the first of several is taken, unless it takes several. The browser is always kept from opening the file
 * instead of this page, also where nothing may be dropped.
 */
export function useFileDrop(onFile: (file: File) => void, { multiple = false } = {}) {
  const [over, setOver] = useState(false);
  const hover = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(true);
  };
  return {
    over,
    zone: {
      onDragEnter: hover,
      onDragOver: hover,
      onDragLeave(event: DragEvent<HTMLElement>) {
        const into = event.relatedTarget;
        if (!(into instanceof Node && event.currentTarget.contains(into))) setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        const files = [...event.dataTransfer.files];
        for (const file of multiple ? files : files.slice(0, 1)) onFile(file);
      },
    },
  };
}
