import { useRef, type ChangeEvent, type ReactNode } from 'react';

interface FilePickerProps {
  /** As in the input's attribute: 'image/*'. */
  accept: string;
  label: string;
  onFile: (file: File) => void;
  /** Renders what opens the picker. */
  children: (open: () => void) => ReactNode;
}

/** The browser's own file dialog behind a control of ours. */
export function FilePicker({ accept, label, onFile, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be picked twice in a row.
    event.target.value = '';
    if (file) onFile(file);
  };
  return (
    <>
      {children(() => input.current?.click())}
      <input ref={input} type="file" accept={accept} aria-label={label} tabIndex={-1} hidden onChange={choose} />
    </>
  );
}
