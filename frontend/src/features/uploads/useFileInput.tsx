import { useId, useState } from 'react';
import type { ChangeEvent, DragEvent, ReactElement } from 'react';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/**
 * Returns a drop target for files, which accepts only the first of several files unless `multiple` is set. It always
 * prevents the browser from opening the file in place of the page, even where nothing can be dropped.
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
  /** The `accept` attribute of the input. */
  accept: string;
  label: string;
  /** Called for each picked file, in order. */
  onFile: (file: File) => void;
  /** True to allow picking several files at once. */
  multiple?: boolean;
}

/**
 * The browser's file dialog for a custom control. Returns a function that opens the dialog, and the input to render
 * beside the control.
 */
export function useFilePicker({
  accept,
  label,
  onFile,
  multiple = false,
}: FilePickerOptions): [open: () => void, input: ReactElement] {
  const id = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Reset, so that the same file can be picked twice in a row.
    event.target.value = '';
    for (const file of files) onFile(file);
  };
  const rest = { id, accept, multiple, hidden: true, tabIndex: -1, onChange: choose };
  const input = <input {...rest} type="file" aria-label={label} />;
  return [() => document.getElementById(id)?.click(), input];
}
