import { useId, type ChangeEvent, type ReactElement } from 'react';

interface FilePickerOptions {
  /** As in the input's attribute: 'image/*'. */
  accept: string;
  label: string;
  onFile: (file: File) => void;
}

/** The browser's own file dialog behind a control of ours: what opens it, and the input to render beside it. */
export function useFilePicker({ accept, label, onFile }: FilePickerOptions): [open: () => void, input: ReactElement] {
  const id = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be picked twice in a row.
    event.target.value = '';
    if (file) onFile(file);
  };
  const input = <input id={id} type="file" accept={accept} aria-label={label} tabIndex={-1} hidden onChange={choose} />;
  return [() => document.getElementById(id)?.click(), input];
}
