import { useId, type ChangeEvent, type ReactElement } from 'react';

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
