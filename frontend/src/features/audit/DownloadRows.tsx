import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button, tellError } from '../../ui';
import { csvOf } from './csv';

interface DownloadRowsProps {
  /** File name without its extension. */
  name: string;
  /** Reads all rows of the list, from every page. */
  read: () => Promise<readonly object[]>;
}

/** Downloads all rows of a list as CSV, not only those on screen. */
export function DownloadRows({ name, read }: DownloadRowsProps) {
  const [isReading, setReading] = useState(false);
  async function download(): Promise<void> {
    setReading(true);
    try {
      const address = URL.createObjectURL(new Blob([csvOf(await read())], { type: 'text/csv;charset=utf-8' }));
      const link = document.createElement('a');
      Object.assign(link, { href: address, download: `${name}.csv` });
      link.click();
      URL.revokeObjectURL(address);
    } catch (error) {
      tellError("Couldn't download the rows", error);
    } finally {
      setReading(false);
    }
  }
  return (
    <Button size="small" icon={<Download size={16} aria-hidden />} loading={isReading} onClick={() => void download()}>
      Download CSV
    </Button>
  );
}
