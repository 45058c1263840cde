import { totalmem } from 'node:os';

/** An encoder of 1080p takes some 200 MB for each thread, beside the server and what else it makes. */
const MB_FOR_TWO = 1_024;

/** The memory that this process and its children may take: the container's, where it is limited, else the machine's. */
function memoryMb(): number {
  // 0, or more than there is, when nothing limits it.
  const limit = process.constrainedMemory();
  const machine = totalmem();
  return (limit > 0 && limit < machine ? limit : machine) / 1_048_576;
}

/** How many threads ffmpeg encodes with, by the memory that there is. */
export const threadCount = (megabytes = memoryMb()): number => (megabytes < MB_FOR_TWO ? 1 : 2);
