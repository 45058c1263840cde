import { useId, useState } from 'react';
import type { ChangeEvent, DragEvent, ReactElement } from 'react';

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

interface FilePickerOptions {
  /** As in the input's attribute. */
  accept: string;
  label: string;
  /** Called for each file that is picked, in their order. */
  onFile: (file: File) => void;
  /** Several may be picked at once. */
  multiple?: boolean;
}

/** The browser's own file dialog behind a control of ours: what opens it, and the input to render beside it. */
export function useFilePicker({
  accept,
  label,
  onFile,
  multiple = false,
}: FilePickerOptions): [open: () => void, input: ReactElement] {
  const id = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The same file may be picked twice in a row.
    event.target.value = '';
    for (const file of files) onFile(file);
  };
  const rest = { id, accept, multiple, hidden: true, tabIndex: -1, onChange: choose };
  const input = <input {...rest} type="file" aria-label={label} />;
  return [() => document.getElementById(id)?.click(), input];
}
